/** The texts of the workshop in the reader's language. They are loaded with it; other languages read it in English. */

import type { WorkshopTexts } from "./en";

export type { WorkshopTexts };

const LOAD: Record<string, () => Promise<WorkshopTexts>> = {
  de: async () => (await import("./de")).de,
  fr: async () => (await import("./fr")).fr,
  es: async () => (await import("./es")).es,
};

export const loadWorkshopTexts = async (language: string): Promise<WorkshopTexts> =>
  LOAD[language]?.() ?? (await import("./en")).en;
