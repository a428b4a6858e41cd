/** What the board shows: one plain object per square, made anew from the state at every redraw. */

import type { Texts } from "../texts";
import type { Axis, BoardTile } from "../types";
import { drawn, type Window } from "./camera";
import { squareText } from "./event-texts";
import { boardAfter, lastPlay } from "./replay";
import { keyOf, squareAt, squareClass, squareName } from "./squares";
import type { GameState } from "./state";

export interface CellTile {
  letter: string;
  points: number;
  wild: boolean;
  look: "lying" | "draft" | "ghost";
  last: boolean;
  slot: number | null;
}

export interface Cell {
  x: number;
  y: number;
  look: string;
  text: string;
  /** What a special square does, for those who rest the pointer on it. */
  about: string;
  label: string;
  start: boolean;
  tile: CellTile | null;
  cursor: Axis | null;
  focus: boolean;
  pending: string;
}

export interface Row {
  y: number;
  cells: Cell[];
}

export interface Scene {
  window: Window;
  rows: Row[];
}

/** Everything the squares show. Squares that look as before are the same objects as before, so nothing repaints them. */
export function scene(state: GameState, t: Texts, before: Scene | null): Scene {
  const window = drawn(state.camera, state.board, state.extent);
  const old = new Map(before?.rows.map((row) => [row.y, row]) ?? []);
  const paint = painter(state, t);
  const focus = focusSquare(state, window);
  const rows = range(window.y, window.height).map((y) => rowOf(y, window, old.get(y), (x) => paint(x, y, focus)));
  return { window, rows };
}

const range = (start: number, length: number): number[] => Array.from({ length }, (_, i) => start + i);

function rowOf(y: number, window: Window, old: Row | undefined, paint: (x: number) => Cell): Row {
  const known = new Map(old?.cells.map((cell) => [cell.x, cell]) ?? []);
  const cells = range(window.x, window.width).map((x) => {
    const cell = paint(x),
      was = known.get(x);
    return was && sameCell(was, cell) ? was : cell;
  });
  const same = old && old.cells.length === cells.length && old.cells.every((cell, i) => cell === cells[i]);
  return same ? old : { y, cells };
}

function sameCell(a: Cell, b: Cell): boolean {
  return (
    a.label === b.label &&
    a.look === b.look &&
    a.focus === b.focus &&
    a.cursor === b.cursor &&
    a.pending === b.pending &&
    sameTile(a.tile, b.tile)
  );
}

function sameTile(a: CellTile | null, b: CellTile | null): boolean {
  if (!a || !b) return a === b;
  return a.letter === b.letter && a.look === b.look && a.last === b.last && a.slot === b.slot && a.points === b.points;
}

/** The square that Tab reaches: the cursor's, or the start. */
function focusSquare(state: GameState, window: Window): string {
  const at = state.cursor ?? state.setup.board.start;
  const inside =
    at.x >= window.x && at.y >= window.y && at.x < window.x + window.width && at.y < window.y + window.height;
  return inside
    ? keyOf(at.x, at.y)
    : keyOf(window.x + Math.floor(window.width / 2), window.y + Math.floor(window.height / 2));
}

function painter(state: GameState, t: Texts): (x: number, y: number, focus: string) => Cell {
  const tiles = shownTiles(state);
  const { start } = state.setup.board;
  const cursor = state.shown === null ? state.cursor : null;
  return (x, y, focus) => {
    const square = squareAt(state.board, x, y);
    const tile = tiles.get(keyOf(x, y)) ?? null;
    const isStart = x === start.x && y === start.y;
    const does = squareText(square, t);
    const here = cursor !== null && cursor.x === x && cursor.y === y;
    const about = [
      squareName(state.setup.board, x, y),
      does,
      isStart ? t.square.isStart : "",
      tile ? tileText(tile, t) : square ? t.square.empty : "",
      here ? t.square.typing[cursor.axis] : "",
    ];
    return {
      x,
      y,
      tile,
      look: squareClass(square),
      text: square && square.kind !== "plain" ? square.short : "",
      about: square && square.kind !== "plain" && !tile ? does : "",
      label: about.filter(Boolean).join(", "),
      start: isStart,
      cursor: here ? cursor.axis : null,
      focus: keyOf(x, y) === focus,
      pending: here ? state.pending : "",
    };
  };
}

function tileText(tile: CellTile, t: Texts): string {
  const letter = tile.wild ? t.square.blank(tile.letter) : tile.letter;
  return tile.look === "draft" ? `${letter}, ${t.square.draft}` : letter;
}

/** The tiles to show by place: those lying, the draft over them, and a play somebody looks at. */
function shownTiles(state: GameState): Map<string, CellTile> {
  const turns = state.view.turns_list;
  // What else could have been played in a turn lies on the board before it.
  const count = state.shown !== null && state.ghost ? state.shown - 1 : (state.shown ?? turns.length);
  const fresh = new Set((lastPlay(turns, count)?.tiles ?? []).map((tile) => keyOf(tile.x, tile.y)));
  const lying = state.shown === null ? state.view.board : boardAfter(turns, count);
  const tiles = new Map<string, CellTile>();
  const isWild = new Set(state.setup.tiles.filter((kind) => kind.wild).map((kind) => kind.tile));
  const lyingTile = (tile: BoardTile, last: boolean): CellTile => ({
    letter: tile.letter.toLocaleUpperCase(),
    points: tile.points,
    wild: isWild.has(tile.tile),
    look: "lying",
    last,
    slot: null,
  });
  for (const tile of lying) tiles.set(keyOf(tile.x, tile.y), lyingTile(tile, fresh.has(keyOf(tile.x, tile.y))));
  if (state.shown === null)
    for (const tile of state.draft)
      tiles.set(keyOf(tile.x, tile.y), {
        letter: tile.letter,
        points: tile.points,
        wild: tile.wild,
        look: "draft",
        last: false,
        slot: tile.slot,
      });
  for (const tile of state.ghost ?? [])
    if (!tiles.has(keyOf(tile.x, tile.y)))
      tiles.set(keyOf(tile.x, tile.y), { ...lyingTile(tile, false), look: "ghost" });
  return tiles;
}
