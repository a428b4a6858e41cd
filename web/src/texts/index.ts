/** The texts of the page in the reader's language, in parts: a reader loads those that a page needs. */

import type base from "./en/base";
import type game from "./en/game";
import type more from "./en/more";
import type pages from "./en/pages";

/** English has the keys and the kinds of texts; the other languages have every one of them, or do not compile. */
export type BaseTexts = Widened<typeof base>;
export type GameTexts = Widened<typeof game>;
export type PagesTexts = Widened<typeof pages>;
export type MoreTexts = Widened<typeof more>;
export type Texts = BaseTexts & GameTexts & PagesTexts & MoreTexts;

type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends (...args: infer A) => string
      ? (...args: A) => string
      : T extends [string, string][]
        ? [string, string][]
        : T extends string[]
          ? string[]
          : { [K in keyof T]: Widened<T[K]> };

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  nl: "Nederlands",
  pl: "Polski",
  pt: "Português",
  da: "Dansk",
} as const;
export type Language = keyof typeof LANGUAGES;

/** What the texts of a part are for: every page, a game, form and settings, or lesson, own games and words. */
export type TextPart = "base" | "game" | "pages" | "more";

const FILES = import.meta.glob<Partial<Texts>>("./??/*.ts", { import: "default" });

/** The language asked for, or the first of the browser's that there are texts in. */
export function chosen(asked: Language | "auto", wanted: readonly string[]): Language {
  if (asked !== "auto") return asked;
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

/** These parts of the texts of a language. Whoever asks for parts uses no others. */
export async function loadTexts(language: Language, parts: Iterable<TextPart>): Promise<Texts> {
  const loaded = await Promise.all([...parts].map((part) => FILES[`./${language}/${part}.ts`]!()));
  return Object.assign({}, ...loaded) as Texts;
}
