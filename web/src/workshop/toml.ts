/** Rules files as values: read by a library, written in the form of the documentation. */

import { parse, TomlError } from "smol-toml";

export type TomlValue = string | number | boolean | TomlValue[] | TomlTable;
export interface TomlTable {
  [key: string]: TomlValue;
}

/** A place in a text where it is no TOML, counted from 1. */
export interface TomlFault {
  line: number;
  column: number;
  message: string;
}

export function readToml(text: string): TomlTable | TomlFault {
  try {
    return parse(text) as unknown as TomlTable;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split("\n")[0]!.replace(/^Invalid TOML document: /, "");
    return { line: error.line, column: error.column, message };
  }
}

export const isFault = (read: TomlTable | TomlFault): read is TomlFault =>
  typeof read["line"] === "number" && typeof read["column"] === "number" && typeof read["message"] === "string";

export const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value);

/** Tables that read best in one line where they are short. */
const SHORT = new Set(["bonus", "challenge"]);
const SHORT_KEYS = new Set(["use", "seed", "dialect", "set", "times"]);

/** Texts that are written as a block even if they have one line, so that faults in them have their place. */
const BLOCKS = new Set(["words", "picture", "program"]);

/** Writes a table as a file: plain keys first, then a section for each table. */
export function writeToml(table: TomlTable): string {
  return `${section(table, "").trim()}\n`;
}

function section(table: TomlTable, path: string): string {
  const entries = Object.entries(table);
  const plain = entries.filter(([key, value]) => !hasSection(key, value));
  const own = plain.map(([key, value]) => `${keyText(key)} = ${valueText(value, key)}\n`).join("");
  const inner = entries.filter(([key, value]) => hasSection(key, value));
  return own + inner.map(([key, value]) => innerSections(value, `${path}${keyText(key)}`)).join("");
}

function innerSections(value: TomlValue, path: string): string {
  if (Array.isArray(value))
    return value.map((item) => `\n[[${path}]]\n${section(item as TomlTable, `${path}.`)}`).join("");
  return `\n[${path}]\n${section(value as TomlTable, `${path}.`)}`;
}

/** Letters of a tile set are rows of a list; other tables have sections. */
function hasSection(key: string, value: TomlValue): boolean {
  if (Array.isArray(value)) return key !== "letter" && value.length > 0 && value.every(isTable);
  if (!isTable(value)) return false;
  return !SHORT.has(key) && !Object.keys(value).every((inner) => SHORT_KEYS.has(inner));
}

function valueText(value: TomlValue, key = ""): string {
  if (typeof value === "string") return textOf(value, BLOCKS.has(key));
  if (Array.isArray(value)) {
    if (key === "letter") return `[\n${value.map((item) => `  ${valueText(item)},\n`).join("")}]`;
    return `[${value.map((item) => valueText(item)).join(", ")}]`;
  }
  if (isTable(value)) {
    const inner = Object.entries(value).map(([name, item]) => `${keyText(name)} = ${valueText(item)}`);
    return `{ ${inner.join(", ")} }`;
  }
  return String(value);
}

/** A text in quotation marks; one of several lines as it is, so that faults in it have their place. */
export function textOf(text: string, isBlock = false): string {
  // eslint-disable-next-line no-control-regex
  const isPlain = !text.includes("'''") && !text.endsWith("'") && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text);
  if ((isBlock || text.includes("\n")) && isPlain) return `'''\n${text}'''`;
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : textOf(key));
