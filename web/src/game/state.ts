/** One game in one tab: everything that is painted, and the plain ways to change it. No rules are in here. */

import type { Analysis, BoardTile, ChatLine, Coord, FoundPlay, Preview, Setup, View } from "../types";
import type { Camera, Extent } from "./camera";
import { arrowed, clicked, type Cursor, nextFree, step, turned } from "./cursor";
import {
  type Draft,
  draftAt,
  faceWith,
  type SavedDraft,
  saveDraft,
  laid,
  onlyFace,
  restore,
  stillPossible,
  without,
} from "./draft";
import { arrange, emptyRack, kindOf, moveTo, type Rack, refill, slotOf } from "./rack";
import { type Board, boardOf, keyOf, squareAt } from "./squares";
import { begins, typed } from "./typing";

export interface GameState {
  id: string;
  setup: Setup;
  board: Board;
  view: View;
  /** When this view came, on the clock of this tab. */
  received: number;
  taken: Map<string, BoardTile>;
  rack: Rack;
  draft: Draft;
  /** The tile that the next click on a square lays. */
  picked: number | null;
  /** Tiles chosen for a swap; null when none is being made. */
  swapping: Set<number> | null;
  cursor: Cursor | null;
  /** The first key of a letter that is spelled with several. */
  pending: string;
  lastTyped: number | null;
  /** A tile with several faces that waits for its letter. */
  asking: { slot: number; at: Coord; typing: boolean } | null;
  preview: Preview | null;
  /** After how many turns the game is shown; null is now. */
  shown: number | null;
  /** A play that is shown from hints or analysis. */
  ghost: BoardTile[] | null;
  hints: FoundPlay[] | null;
  analyses: Map<number, Analysis | "asked" | "failed">;
  chat: ChatLine[];
  unread: number;
  /** A command is under way. */
  sending: boolean;
  /** Why the play that lies was refused, until it changes. */
  refused: string;
  refusals: number;
  camera: Camera;
  extent: Extent;
  /** The view was moved by hand and is not fitted again by itself. */
  moved: boolean;
  /** The player holds the board or a tile. */
  held: boolean;
}

export function gameState(id: string, setup: Setup, view: View): GameState {
  const state: GameState = {
    id,
    setup,
    view,
    board: boardOf(setup.board),
    received: 0,
    taken: new Map(),
    rack: emptyRack(),
    draft: [],
    picked: null,
    swapping: null,
    cursor: null,
    pending: "",
    lastTyped: null,
    asking: null,
    preview: null,
    shown: null,
    ghost: null,
    hints: null,
    analyses: new Map(),
    chat: [],
    unread: 0,
    sending: false,
    refused: "",
    refusals: 0,
    camera: { x: 0, y: 0, size: 30 },
    extent: { width: 0, height: 0 },
    moved: false,
    held: false,
  };
  receive(state, view, 0);
  return state;
}

/** Takes in a newer view: the rack keeps its order, the draft what is still possible of it. */
export function receive(state: GameState, view: View, now: number): void {
  if (view.seq < state.view.seq && view.id === state.view.id) return;
  const turnOver = view.turns !== state.view.turns;
  state.view = view;
  state.received = now;
  state.taken = new Map(view.board.map((tile) => [keyOf(tile.x, tile.y), tile]));
  refill(state.rack, ownRack(view) ?? []);
  state.draft = stillPossible(state.draft, state.rack, view.board);
  if (turnOver) forgetTurn(state);
  forgetGoneTiles(state);
}

function forgetTurn(state: GameState): void {
  state.hints = null;
  if (state.shown === null) state.ghost = null;
  state.swapping = null;
}

function forgetGoneTiles(state: GameState): void {
  const held = (id: number | null): boolean => id !== null && slotOf(state.rack, id) !== undefined;
  if (!held(state.picked)) state.picked = null;
  if (state.asking && !held(state.asking.slot)) state.asking = null;
  if (state.draft.length === 0) state.preview = null;
}

export function ownRack(view: View): number[] | null {
  return view.viewer === null ? null : (view.seats[view.viewer]?.rack ?? []);
}

export const isMyTurn = (state: GameState): boolean =>
  state.view.viewer !== null && state.view.stage === "playing" && state.view.turn === state.view.viewer;

/** Whether the server has said that what lies is no play. */
export const knownIllegal = (state: GameState): boolean => state.preview?.legal === false;

/** Whether tiles may be laid for now: by somebody with a seat, looking at now. Planning ahead is allowed. */
export function mayDraft(state: GameState): boolean {
  const { view } = state;
  return (
    view.viewer !== null &&
    state.shown === null &&
    state.swapping === null &&
    !state.sending &&
    (view.stage === "playing" || view.stage === "answering") &&
    view.seats[view.viewer]?.active === true
  );
}

/** Whether a square can take a tile of the draft. */
export function free(state: GameState, x: number, y: number): "free" | "taken" | "none" {
  if (!squareAt(state.board, x, y)) return "none";
  return state.taken.has(keyOf(x, y)) || draftAt(state.draft, x, y) ? "taken" : "free";
}

/** Lays a tile of the rack, asking for its letter first where it has several. */
export function place(state: GameState, slotId: number, at: Coord, letter?: string, typing = false): boolean {
  const slot = slotOf(state.rack, slotId);
  if (!slot || !mayDraft(state) || !squareAt(state.board, at.x, at.y) || state.taken.has(keyOf(at.x, at.y)))
    return false;
  const kind = kindOf(state.setup.tiles, slot.tile);
  const before = state.draft.find((tile) => tile.slot === slotId);
  const face = letter ? faceWith(kind, letter) : (onlyFace(kind) ?? (before && faceWith(kind, before.letter)));
  if (!face) return ask(state, slotId, at, typing);
  state.draft = laid(state.draft, slot, kind, at, face);
  state.picked = null;
  state.ghost = null;
  return true;
}

function ask(state: GameState, slot: number, at: Coord, typing: boolean): boolean {
  state.asking = { slot, at, typing };
  return false;
}

/** The letter was chosen for the tile that waited for it. */
export function answerLetter(state: GameState, letter: string): boolean {
  const asked = state.asking;
  state.asking = null;
  if (!asked || !place(state, asked.slot, asked.at, letter)) return false;
  if (asked.typing) advance(state, asked.at);
  return true;
}

export function takeBack(state: GameState, slotId: number): void {
  state.draft = without(state.draft, slotId);
  state.preview = null;
}

export function recall(state: GameState): void {
  state.draft = [];
  state.picked = null;
  state.preview = null;
  state.ghost = null;
  state.pending = "";
  state.swapping = null;
}

/** A click or tap on a tile of the rack. */
export function touchRack(state: GameState, slotId: number): void {
  if (state.swapping) toggle(state.swapping, slotId);
  else state.picked = state.picked === slotId ? null : slotId;
}

function toggle(set: Set<number>, id: number): void {
  if (!set.delete(id)) set.add(id);
}

/** A click or tap on a square: lays the picked tile, takes a drafted one back, or puts the cursor there. */
export function touchSquare(state: GameState, at: Coord): void {
  const drafted = draftAt(state.draft, at.x, at.y);
  if (state.picked !== null && mayDraft(state) && free(state, at.x, at.y) === "free") place(state, state.picked, at);
  else if (drafted && mayDraft(state)) takeBack(state, drafted.slot);
  else if (squareAt(state.board, at.x, at.y)) state.cursor = clicked(state.cursor, at);
  state.pending = "";
}

export function moveCursor(state: GameState, key: string): void {
  const cursor = state.cursor ?? { ...state.setup.board.start, axis: "across" as const };
  state.cursor = arrowed(cursor, key, (x, y) => squareAt(state.board, x, y) !== null);
  state.pending = "";
}

export function turnCursor(state: GameState): void {
  state.cursor = turned(state.cursor ?? { ...state.setup.board.start, axis: "down" });
}

/** A typed letter: lays its tile at the cursor and moves on. */
export function type(state: GameState, key: string, wild: boolean): boolean {
  if (!mayDraft(state)) return false;
  const cursor = state.cursor ?? (state.cursor = { ...state.setup.board.start, axis: "across" });
  const holding = { rack: state.rack, draft: state.draft, kinds: state.setup.tiles, alphabet: state.setup.alphabet };
  const last = state.draft.find((tile) => tile.slot === state.lastTyped) ?? null;
  const hit = typed(holding, key, wild, last, state.pending);
  if (!hit) return holdKey(state, begins(holding, state.pending + key) ? state.pending + key : "");
  const replaced = hit.replaces === undefined ? undefined : (last ?? undefined);
  if (replaced) state.draft = without(state.draft, replaced.slot);
  const at = replaced ?? nextFree(cursor, cursor.axis, (x, y) => free(state, x, y));
  return at !== null && layTyped(state, hit.slot.id, { x: at.x, y: at.y }, hit.letter);
}

function holdKey(state: GameState, pending: string): boolean {
  state.pending = pending;
  return pending !== "";
}

function layTyped(state: GameState, slot: number, at: Coord, letter: string): boolean {
  state.pending = "";
  state.lastTyped = slot;
  if (!place(state, slot, at, letter)) return false;
  advance(state, at);
  return true;
}

/** Puts the cursor on the next free square after this one, or leaves it there at an edge. */
function advance(state: GameState, from: Coord): void {
  if (!state.cursor) return;
  const { axis } = state.cursor;
  state.cursor = { axis, ...(nextFree(step(from, axis, 1), axis, (x, y) => free(state, x, y)) ?? from) };
}

/** Backspace: takes back the drafted tile under or before the cursor. */
export function erase(state: GameState): boolean {
  if (state.pending) return !(state.pending = "");
  const { cursor } = state;
  if (!cursor || state.draft.length === 0) return false;
  for (let back = 0, at: Coord = cursor; back < 400; back++, at = step(at, cursor.axis, -1)) {
    const tile = draftAt(state.draft, at.x, at.y);
    if (tile) return eraseAt(state, tile.slot, at);
    if (back > 0 && free(state, at.x, at.y) !== "taken") break;
  }
  const last = state.draft[state.draft.length - 1]!;
  return eraseAt(state, last.slot, last);
}

function eraseAt(state: GameState, slot: number, at: Coord): boolean {
  takeBack(state, slot);
  state.cursor = { x: at.x, y: at.y, axis: state.cursor?.axis ?? "across" };
  return true;
}

/** A dragged tile is let go over the rack: at this place of it. */
export function dropOnRack(state: GameState, slotId: number, placeInRack: number): void {
  takeBack(state, slotId);
  moveTo(state.rack, slotId, placeInRack);
}

/** Lays a whole play that the server found, with the tiles of the rack. */
export function adopt(state: GameState, tiles: BoardTile[]): boolean {
  if (!mayDraft(state)) return false;
  const saved = {
    tiles: tiles.map(({ x, y, tile, letter }) => ({ x, y, tile, letter: letter.toLocaleUpperCase() })),
    order: [],
  };
  const draft = restore(saved, state.rack, state.setup.tiles, state.view.board);
  if (draft.length !== tiles.length) return false;
  state.draft = draft;
  state.hints = null;
  state.ghost = null;
  return true;
}

export const savedDraft = (state: GameState): SavedDraft => saveDraft(state.draft, state.rack);

/** Takes over what another tab, or an earlier visit, had laid. */
export function takeOver(state: GameState, value: SavedDraft): void {
  arrange(state.rack, value.order);
  state.draft = restore(value, state.rack, state.setup.tiles, state.view.board);
  if (state.draft.length === 0) state.preview = null;
}

/** Shows the game after a number of turns; at or beyond the last turn it shows the present, unless the game is over. */
export function showTurn(state: GameState, count: number | null): void {
  const all = state.view.turns_list.length;
  state.ghost = null;
  if (count === null) state.shown = null;
  else state.shown = count >= all && state.view.stage !== "over" ? null : Math.max(0, Math.min(count, all));
}

/** Adds chat lines. Lines may arrive twice, and out of order while the history is read. */
export function addLines(state: GameState, lines: ChatLine[]): ChatLine[] {
  const known = new Set(state.chat.map((each) => each.line));
  const fresh = lines.filter((each) => !known.has(each.line));
  state.chat = [...state.chat, ...fresh].sort((a, b) => a.line - b.line);
  return fresh;
}
