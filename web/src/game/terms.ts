/** What people agree to when they join a game, in words: clock, challenges, hints. The same words everywhere. */

import type { BaseTexts, GameTexts, Language } from "../texts";
import type { ChallengeName, ClockSetup } from "../types";
import { millis } from "./clock";

export interface Terms {
  clock: { kind: ClockSetup["kind"]; initial?: number; increment?: number; turn?: number };
  challenge: string;
  hints: boolean;
  undo: boolean;
  racks: string;
}

/** The terms of a game, a few words each. */
export function termTexts(terms: Terms, language: string, t: BaseTexts): string[] {
  return [
    clockTerm(terms.clock, language, t),
    challengeTerm(terms.challenge, t),
    terms.hints ? t.terms.hints : "",
    terms.undo ? t.terms.undo : "",
    terms.racks === "open" ? t.terms.racksOpen : "",
  ].filter(Boolean);
}

function clockTerm(clock: Terms["clock"], language: string, t: BaseTexts): string {
  if (clock.kind === "off") return t.terms.noClock;
  if (clock.kind === "turn") return t.terms.aTurn(spanText(millis(clock.turn), language));
  const increment = millis(clock.increment);
  const each = t.terms.each(spanText(millis(clock.initial), language));
  return increment > 0 ? `${each} + ${t.terms.aTurn(spanText(increment, language))}` : each;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** 25 min, 90 s, 2 days, in the reader's language. */
export function spanText(span: number, language: string): string {
  const [unit, size] = UNITS.find(([, size]) => span >= 2 * size || span === size) ?? UNITS[3];
  const format = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(span / size);
}

/** How long ago something was, in the largest unit that fits. */
export function agoText(span: number, language: string): string {
  const [unit, size] = UNITS.find(([, size]) => span >= size) ?? UNITS[3];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  return format.format(-Math.max(0, Math.floor(span / size)), unit);
}

type ChallengePoints = { points: number; eachWord: boolean };

/** What the named challenge rules give for a wrong challenge. */
const POINTS: Record<ChallengeName, ChallengePoints | null> = {
  void: null,
  single: null,
  double: null,
  "five-point": { points: 5, eachWord: true },
  "ten-point": { points: 10, eachWord: false },
  triple: null,
};

/** How many points a challenge rule gives for a wrong challenge, and whether for each word. */
function pointsOf(rule: string): ChallengePoints | null {
  if (rule in POINTS) return POINTS[rule as ChallengeName];
  const found = /^(\d+) points( for each word)?$/.exec(rule);
  return found && { points: Number(found[1]), eachWord: found[2] !== undefined };
}

function challengeTerm(rule: string, t: BaseTexts): string {
  const given = pointsOf(rule);
  if (given) return t.terms.challengePoints(given.points);
  return t.terms.challenges[rule] ?? rule;
}

/** What a challenge costs the one who is wrong, as a sentence. */
export function challengeCost(rule: string, whose: string, t: GameTexts): string {
  const given = pointsOf(rule);
  if (given) return given.eachWord ? t.cost.eachWord(whose, given.points) : t.cost.points(whose, given.points);
  return t.cost.rules[rule] ?? "";
}

const LANGUAGE_TAGS: Record<string, string> = {
  english: "en",
  german: "de",
  french: "fr",
  spanish: "es",
  dutch: "nl",
  danish: "da",
  portuguese: "pt",
  catalan: "ca",
  norwegian: "nb",
  polish: "pl",
  slovene: "sl",
  swedish: "sv",
};

/** The word list of each language of the page. */
const READERS: Record<Language, string> = {
  en: "english",
  de: "german",
  fr: "french",
  es: "spanish",
  nl: "dutch",
  pl: "polish",
  pt: "portuguese",
  da: "danish",
};

/** The plain rules of a language: those that are played unless others are chosen. */
export const plainRules = (language: Language): string => (language === "en" ? "standard" : READERS[language]);

/** Whether these words are of the reader's language. */
export const isReaders = (lexicon: string, language: Language): boolean => lexicon.split("-")[0] === READERS[language];

/** The name of a language of the page, in the reader's language. */
export const languageName = (language: Language, reader: string): string => languageOf(READERS[language], reader);

/** The language of a word list or tile set, in the reader's language; empty if its name does not begin with one. */
export function languageOf(name: string, language: string): string {
  const tag = LANGUAGE_TAGS[name.split("-")[0]!];
  return tag ? (new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? "") : "";
}
