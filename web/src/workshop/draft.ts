/** A draft of a game: a rules file with its board, tiles and words, as values and as text. */

import type { components } from "../generated/api";
import { isFault, isTable, readToml, writeToml, type TomlTable, type TomlValue } from "./toml";

type Schemas = components["schemas"];
export type Fault = Schemas["DraftFault"];
export type Report = Schemas["DraftReport"];
export type Game = NonNullable<Report["game"]>;
export type Trial = Schemas["DraftTrial"];
export type Workshop = Schemas["WorkshopInfo"];
export type RuleKey = Schemas["RuleKeyEntry"];

export interface Draft {
  /** Everything but the board, if the board has a text of its own. */
  rules: TomlTable;
  /** The board as it was written, with its comments; null if it is one of the rules' values. */
  board: string | null;
}

export const newDraft = (title: string): Draft => ({ rules: { title, inherit: "standard" }, board: null });

/** The draft as one file. */
export const textOfDraft = ({ rules, board }: Draft): string =>
  board === null ? writeToml(rules) : `${writeToml(rules)}\n${board.trim()}\n`;

/** The draft of a file, or nothing if it is no TOML. A board of its own keeps its text. */
export function draftOf(text: string): Draft | null {
  const read = readToml(text);
  if (isFault(read)) return null;
  const { board, ...rules } = read;
  if (!isTable(board) || !("kind" in board) || board["kind"] === "picture") return { rules: read, board: null };
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^\s*\[board\]/.test(line));
  const after = lines.findIndex((line, at) => at > start && /^\s*\[+(?!\[|board\b)/.test(line));
  const written = start < 0 ? "" : lines.slice(start, after < 0 ? lines.length : after).join("\n");
  const again = readToml(written);
  const isSame = !isFault(again) && JSON.stringify(again) === JSON.stringify({ board });
  return { rules, board: isSame ? written : writeToml({ board }) };
}

/** The value of a key such as `limits.passes`, if the draft has it. */
export function valueOf(rules: TomlTable, key: string): TomlValue | undefined {
  const [first, rest] = splitKey(key);
  const value = rules[first];
  if (rest === null) return value;
  return isTable(value) ? value[rest] : undefined;
}

/** The rules with another value of a key, or without it. */
export function withValue(rules: TomlTable, key: string, value: TomlValue | undefined): TomlTable {
  const [first, rest] = splitKey(key);
  if (rest === null) return withKey(rules, first, value);
  const table = rules[first];
  const inner = withKey(isTable(table) ? table : {}, rest, value);
  return withKey(rules, first, Object.keys(inner).length === 0 ? undefined : inner);
}

function splitKey(key: string): [string, string | null] {
  const at = key.indexOf(".");
  return at < 0 ? [key, null] : [key.slice(0, at), key.slice(at + 1)];
}

function withKey(table: TomlTable, key: string, value: TomlValue | undefined): TomlTable {
  if (value !== undefined) return { ...table, [key]: value };
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}

/** The line, from 1, after which the text of a key of several lines begins; 0 if there is none. */
export function lineOfBlock(text: string, section: string, key: string): number {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() === `[${section}]`);
  if (start < 0) return 0;
  const at = lines.findIndex((line, index) => index > start && line.startsWith(`${key} = '''`));
  return at + 1;
}

/** Faults with lines that count from another one: those before it are left out. */
export const faultsAfter = (faults: Fault[], line: number): Fault[] =>
  faults.filter((fault) => fault.line > line).map((fault) => ({ ...fault, line: fault.line - line }));

/** A value as a rules file writes it, read. */
export function readValue(text: string): TomlValue | undefined {
  const read = readToml(`value = ${text}`);
  return isFault(read) ? undefined : read["value"];
}

/** The value of a parameter, without quotation marks. */
export const plainValue = (text: string): string => text.replace(/^"(.*)"$/s, "$1");

/** The tiles or the board in the text of a whole game. */
export function partOf(source: string, part: "tiles" | "board"): TomlTable | null {
  const read = readToml(source);
  const value = isFault(read) ? undefined : read[part];
  return isTable(value) ? value : null;
}
