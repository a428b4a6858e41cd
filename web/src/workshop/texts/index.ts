/** The texts of the workshop in the reader's language. They are loaded with it; other languages read it in English. */

import type { WorkshopTexts } from "./workshop.en";

export type { WorkshopTexts };

const LOAD: Record<string, () => Promise<WorkshopTexts>> = {
  de: async () => (await import("./workshop.de")).de,
  fr: async () => (await import("./workshop.fr")).fr,
  es: async () => (await import("./workshop.es")).es,
};

export const loadWorkshopTexts = async (language: string): Promise<WorkshopTexts> =>
  LOAD[language]?.() ?? (await import("./workshop.en")).en;
