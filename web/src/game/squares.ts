/** The squares of a board: what lies where, and what a square is called. */

import type { BoardSetup, Coord, SquareKind, SquareWindow } from "../types";

/** Squares of unbounded boards are fetched in square blocks of this side. */
export const BLOCK = 32;

/** A board as far as it is known: all of a finite one, the blocks fetched so far of an unbounded one. */
export interface Board {
  setup: BoardSetup;
  unbounded: boolean;
  windows: SquareWindow[];
  known: Map<string, string>;
}

export const keyOf = (x: number, y: number): string => `${x},${y}`;

export function boardOf(setup: BoardSetup): Board {
  const board: Board = { setup, unbounded: setup.kind === "unbounded", windows: [], known: new Map() };
  learn(board, setup);
  return board;
}

/** Adds squares from the server. */
export function learn(board: Board, window: SquareWindow): void {
  board.windows.push(window);
  window.rows.forEach((row, dy) => {
    [...row].forEach((mark, dx) => board.known.set(keyOf(window.x + dx, window.y + dy), mark));
  });
}

/** The kind of square there, or null for a hole, what is off the board, or what is not known yet. */
export function squareAt(board: Board, x: number, y: number): SquareKind | null {
  const mark = board.known.get(keyOf(x, y));
  if (mark === undefined || mark === " ") return null;
  return board.setup.squares[parseInt(mark, 36)] ?? null;
}

export const isKnown = (board: Board, x: number, y: number): boolean => board.known.has(keyOf(x, y));

/** The corners of blocks that touch this window and are not known yet. */
export function missingBlocks(board: Board, window: { x: number; y: number; width: number; height: number }): Coord[] {
  if (!board.unbounded) return [];
  const missing: Coord[] = [];
  const first = { x: blockStart(window.x), y: blockStart(window.y) };
  for (let y = first.y; y < window.y + window.height; y += BLOCK)
    for (let x = first.x; x < window.x + window.width; x += BLOCK) if (!blockKnown(board, x, y)) missing.push({ x, y });
  return missing;
}

const blockStart = (at: number): number => Math.floor(at / BLOCK) * BLOCK;

function blockKnown(board: Board, x: number, y: number): boolean {
  const far = BLOCK - 1;
  return [
    [0, 0],
    [far, 0],
    [0, far],
    [far, far],
  ].every(([dx, dy]) => isKnown(board, x + dx!, y + dy!));
}

/** A square's name: H8 on a board with edges, (3, -2) on one without. */
export function squareName(setup: BoardSetup, x: number, y: number): string {
  if (setup.coords === "numbers") return `(${x}, ${y})`;
  return columnName(setup, x) + rowName(setup, y);
}

export function columnName(setup: BoardSetup, x: number): string {
  return setup.coords === "numbers" ? String(x) : letters(x - setup.x);
}

export function rowName(setup: BoardSetup, y: number): string {
  return setup.coords === "numbers" ? String(y) : String(y - setup.y + 1);
}

function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** The colour class of a square; what is not a plain factor of two or three has its own. */
export function squareClass(square: SquareKind | null): string {
  if (!square) return "hole";
  if (square.kind === "word") return wordClass(square.factor ?? 2);
  if (square.kind === "letter") return letterClass(square.factor ?? 2);
  return square.kind === "program" ? "special" : "plain";
}

const wordClass = (factor: number): string =>
  factor === 2 ? "word2" : factor === 3 ? "word3" : factor > 3 ? "word4" : factor === 1 ? "plain" : "special";
const letterClass = (factor: number): string =>
  factor === 2 ? "letter2" : factor === 3 ? "letter3" : factor > 3 ? "letter4" : factor === 1 ? "plain" : "special";
