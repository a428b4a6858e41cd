/** The draft: tiles that the player has laid but not played. */

import type { Axis, BoardTile, Coord, Face, TileKind } from "../types";
import { kindOf, type Rack, slotOf } from "./rack";
import { keyOf } from "./squares";

export interface DraftTile extends Coord {
  slot: number;
  tile: number;
  letter: string;
  points: number;
  wild: boolean;
}

export type Draft = DraftTile[];

export const draftAt = (draft: Draft, x: number, y: number): DraftTile | undefined =>
  draft.find((tile) => tile.x === x && tile.y === y);

export const isOut = (draft: Draft, slot: number): boolean => draft.some((tile) => tile.slot === slot);

/** The face a tile shows without asking: its only one. */
export const onlyFace = (kind: TileKind): Face | undefined => (kind.faces.length === 1 ? kind.faces[0] : undefined);

export function faceWith(kind: TileKind, letter: string): Face | undefined {
  return kind.faces.find((face) => face.letter === letter);
}

/** The draft with this tile laid there; it is taken from wherever it was. */
export function laid(draft: Draft, slot: { id: number; tile: number }, kind: TileKind, at: Coord, face: Face): Draft {
  const others = draft.filter((tile) => tile.slot !== slot.id && !(tile.x === at.x && tile.y === at.y));
  return [
    ...others,
    { ...at, slot: slot.id, tile: slot.tile, letter: face.letter, points: face.points, wild: kind.wild },
  ];
}

export const without = (draft: Draft, slot: number): Draft => draft.filter((tile) => tile.slot !== slot);

/** What is left of a draft after the rack or the board changed under it. */
export function stillPossible(draft: Draft, rack: Rack, board: BoardTile[]): Draft {
  const taken = new Set(board.map((tile) => keyOf(tile.x, tile.y)));
  return draft.filter((tile) => slotOf(rack, tile.slot)?.tile === tile.tile && !taken.has(keyOf(tile.x, tile.y)));
}

/** The direction of a draft of two or more tiles. */
export function axisOf(draft: Draft): Axis | null {
  const [first, second] = draft;
  if (!first || !second) return null;
  if (first.y === second.y) return "across";
  return first.x === second.x ? "down" : null;
}

/** A draft as it is saved and shared with other tabs. It names kinds of tiles, because slot numbers differ between tabs. */
export interface SavedDraft {
  tiles: { x: number; y: number; tile: number; letter: string }[];
  order: number[];
}

export function saveDraft(draft: Draft, rack: Rack): SavedDraft {
  const tiles = draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
  return { tiles, order: rack.slots.map((slot) => slot.tile) };
}

/** Restores a saved draft with the tiles of this rack; tiles that are gone are left out. */
export function restore(saved: SavedDraft, rack: Rack, kinds: TileKind[], board: BoardTile[]): Draft {
  let draft: Draft = [];
  for (const { x, y, tile, letter } of saved.tiles) {
    const slot = rack.slots.find((held) => held.tile === tile && !isOut(draft, held.id));
    const kind = kindOf(kinds, tile);
    const face = faceWith(kind, letter);
    if (slot && face) draft = laid(draft, slot, kind, { x, y }, face);
  }
  return stillPossible(draft, rack, board);
}

/** Reads a saved draft; null if the text is not one. */
export function parseDraft(text: string | null): SavedDraft | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as SavedDraft;
    return Array.isArray(value.tiles) && Array.isArray(value.order) ? value : null;
  } catch {
    return null;
  }
}
