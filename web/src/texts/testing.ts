/** All texts of all languages, for tests. */

import { type Language, LANGUAGES, type Texts } from ".";

const FILES = import.meta.glob<Partial<Texts>>("./??/*.ts", { import: "default", eager: true });

const textsOf = (language: string): Texts =>
  Object.assign(
    {},
    ...Object.entries(FILES)
      .filter(([path]) => path.startsWith(`./${language}/`))
      .map(([, texts]) => texts),
  ) as Texts;

export const ALL_TEXTS = Object.fromEntries(
  Object.keys(LANGUAGES).map((language) => [language, textsOf(language)]),
) as Record<Language, Texts>;

export const { en } = ALL_TEXTS;
