/** The texts of the page in the reader's language. */

import type { Texts } from "./en";

export type { Texts };

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

const LOAD: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  fr: async () => (await import("./fr")).fr,
  es: async () => (await import("./es")).es,
};

/** The language asked for, or the first of the browser's that there are texts in. */
export function chosen(asked: Language | "auto", wanted: readonly string[]): Language {
  if (asked !== "auto") return asked;
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

/** The texts of a language: a reader loads those of one. */
export const loadTexts = (language: Language): Promise<Texts> => LOAD[language]();
