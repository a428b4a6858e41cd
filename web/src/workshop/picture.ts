/** A board that is painted: a sign for each square, as the picture of a rules file. */

import type { BoardSetup } from "../types";
import { isTable, type TomlTable } from "./toml";

/** What a square multiplies; a hole multiplies nothing. */
export interface Premium {
  letter: number;
  word: number;
}

export interface Picture {
  title: string;
  /** Rows of signs. */
  rows: string[][];
  /** The square that the first play covers. */
  start: { x: number; y: number };
  /** Signs besides the usual ones. */
  legend: Record<string, Premium>;
}

export const HOLE = "#";
export const PLAIN = ".";

/** The signs of every picture. */
export const SIGNS: Record<string, Premium> = {
  ".": { letter: 1, word: 1 },
  "'": { letter: 2, word: 1 },
  '"': { letter: 3, word: 1 },
  "^": { letter: 4, word: 1 },
  "-": { letter: 1, word: 2 },
  "=": { letter: 1, word: 3 },
  "~": { letter: 1, word: 4 },
};

/** The largest side of a board that is painted by hand. */
export const MOST = 60;

export const SYMMETRIES = ["none", "left-right", "top-bottom", "both", "turn", "all"] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

export function emptyPicture(title: string, width: number, height: number): Picture {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => PLAIN));
  const start = { x: Math.floor((width - 1) / 2), y: Math.floor((height - 1) / 2) };
  rows[start.y]![start.x] = "-";
  return { title, rows, start, legend: {} };
}

export const premiumOf = (picture: Picture, sign: string): Premium | null =>
  sign === HOLE ? null : (SIGNS[sign] ?? picture.legend[sign] ?? { letter: 1, word: 1 });

/** The squares that are painted together with one. */
export function mirrored(picture: Picture, x: number, y: number, symmetry: Symmetry): [number, number][] {
  const far = { x: picture.rows[0]!.length - 1, y: picture.rows.length - 1 };
  const across: [number, number] = [far.x - x, y],
    down: [number, number] = [x, far.y - y],
    turned: [number, number] = [far.x - x, far.y - y];
  const all: Record<Symmetry, [number, number][]> = {
    none: [],
    "left-right": [across],
    "top-bottom": [down],
    both: [across, down, turned],
    turn: [turned],
    all: [across, down, turned],
  };
  const found: [number, number][] = [[x, y], ...all[symmetry]];
  // Along the diagonals too, where the board is a square.
  if (symmetry === "all" && far.x === far.y) found.push(...found.map(([a, b]): [number, number] => [b, a]));
  return found;
}

export function paint(picture: Picture, x: number, y: number, sign: string, symmetry: Symmetry): Picture {
  const rows = picture.rows.map((row) => [...row]);
  for (const [a, b] of mirrored(picture, x, y, symmetry))
    // The start is never a hole.
    if (sign !== HOLE || a !== picture.start.x || b !== picture.start.y) rows[b]![a] = sign;
  return { ...picture, rows };
}

/** Moves the start. A hole there becomes a square. */
export function withStart(picture: Picture, x: number, y: number): Picture {
  const rows = picture.rows.map((row) => [...row]);
  if (rows[y]![x] === HOLE) rows[y]![x] = PLAIN;
  return { ...picture, rows, start: { x, y } };
}

/** Another size: rows and columns are added and removed at both sides, so that the middle stays the middle. */
export function resize(picture: Picture, width: number, height: number): Picture {
  const before = { x: picture.rows[0]!.length, y: picture.rows.length };
  const shift = { x: Math.floor((width - before.x) / 2), y: Math.floor((height - before.y) / 2) };
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => picture.rows[y - shift.y]?.[x - shift.x] ?? PLAIN),
  );
  const within = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at));
  const start = { x: within(picture.start.x + shift.x, width), y: within(picture.start.y + shift.y, height) };
  return withStart({ ...picture, rows }, start.x, start.y);
}

/** The sign of a premium: a usual one, one of the legend, or a new one. */
export function signFor(picture: Picture, premium: Premium): [Picture, string] {
  const isSame = ([, other]: [string, Premium]): boolean =>
    other.letter === premium.letter && other.word === premium.word;
  const known = Object.entries({ ...SIGNS, ...picture.legend }).find(isSame);
  if (known) return [picture, known[0]];
  const free = [..."23456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((c) => !(c in picture.legend));
  if (free === undefined) return [picture, PLAIN];
  return [{ ...picture, legend: { ...picture.legend, [free]: premium } }, free];
}

export function columnName(x: number): string {
  return (x >= 26 ? columnName(Math.floor(x / 26) - 1) : "") + String.fromCharCode(65 + (x % 26));
}

export const squareName = (x: number, y: number): string => `${columnName(x)}${y + 1}`;

/** The board as the table of a rules file. */
export function boardOfPicture(picture: Picture): TomlTable {
  const used = new Set(picture.rows.flat());
  const legend = Object.entries(picture.legend).filter(([sign]) => used.has(sign));
  return {
    title: picture.title,
    kind: "picture",
    start: `${picture.start.y + 1}${columnName(picture.start.x)}`,
    picture: picture.rows.map((row) => `${row.join("")}\n`).join(""),
    ...(legend.length > 0
      ? { legend: Object.fromEntries(legend.map(([sign, premium]) => [sign, { ...premium }])) }
      : {}),
  };
}

/** The picture in a rules file, if it can be painted on. */
export function pictureOfBoard(board: TomlTable): Picture | null {
  const { kind, title, picture: text, start, legend } = board;
  if (kind !== "picture" || typeof text !== "string" || typeof start !== "string") return null;
  const rows = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => [...line.replace(/\r$/, "")]);
  const place = /^(\d+)([A-Za-z]+)$/.exec(start.trim());
  const isEven = rows.length > 0 && rows.every((row) => row.length === rows[0]!.length);
  if (!isEven || !place) return null;
  const x = [...place[2]!.toUpperCase()].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 64, 0) - 1,
    y = Number(place[1]) - 1;
  if (rows[y]?.[x] === undefined) return null;
  const own: Record<string, Premium> = {};
  for (const [sign, factors] of Object.entries(isTable(legend) ? legend : {})) {
    if (!isTable(factors)) return null;
    own[sign] = { letter: Number(factors["letter"] ?? 1), word: Number(factors["word"] ?? 1) };
  }
  return { title: typeof title === "string" ? title : "", rows, start: { x, y }, legend: own };
}

/** A board of the server to paint on, if its squares are letter and word factors and it is not too large. */
export function pictureOfSetup(setup: BoardSetup): Picture | null {
  if (setup.kind !== "finite" || setup.width > MOST || setup.height > MOST) return null;
  const premiums = setup.squares.map((square): Premium | null => {
    if (square.kind === "plain") return { letter: 1, word: 1 };
    if (square.kind === "letter") return { letter: square.factor ?? 1, word: 1 };
    if (square.kind === "word") return { letter: 1, word: square.factor ?? 1 };
    const both = /^(-?\d+)L(-?\d+)W$/.exec(square.short);
    return both && square.about !== square.name ? { letter: Number(both[1]), word: Number(both[2]) } : null;
  });
  let picture = emptyPicture(setup.title, setup.width, setup.height);
  const rows = setup.rows.map((row) => [...row]);
  for (const [y, row] of rows.entries())
    for (const [x, mark] of row.entries()) {
      const premium = mark === " " ? undefined : premiums[parseInt(mark, 36)];
      if (premium === null) return null;
      let sign = HOLE;
      if (premium) [picture, sign] = signFor(picture, premium);
      picture.rows[y]![x] = sign;
    }
  return { ...picture, start: { x: setup.start.x - setup.x, y: setup.start.y - setup.y } };
}
