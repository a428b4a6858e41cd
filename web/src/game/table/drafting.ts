/** What the player does with tiles before a play is made. */

import type { Coord, FoundPlay } from "../../types";
import { shuffle } from "../rack";
import * as change from "../state";
import { draftChanged } from "./draft-storage";
import type { Table } from "./table";

export function placeTile(table: Table, slot: number, at: Coord): void {
  if (change.place(table.state, slot, at)) table.context.sound("lay");
  draftChanged(table);
}

export function touchSquare(table: Table, at: Coord): void {
  const { state, context } = table;
  const before = state.draft.length;
  change.touchSquare(state, at);
  if (state.draft.length !== before) context.sound(state.draft.length > before ? "lay" : "lift");
  draftChanged(table);
}

export function touchRack({ state, context }: Table, slot: number): void {
  change.touchRack(state, slot);
  context.redraw();
}

export function dropOnRack(table: Table, slot: number, place: number): void {
  change.dropOnRack(table.state, slot, place);
  draftChanged(table);
}

/** The letter of a tile that waited for one; null takes the tile back. */
export function answerLetter(table: Table, letter: string | null): void {
  if (letter === null) table.state.asking = null;
  else if (change.answerLetter(table.state, letter)) table.context.sound("lay");
  draftChanged(table);
}

export function recallTiles(table: Table): void {
  change.recall(table.state);
  draftChanged(table);
}

export function shuffleRack(table: Table): void {
  shuffle(table.state.rack);
  draftChanged(table);
}

export function beginSwap(table: Table): void {
  change.recall(table.state);
  table.state.swapping = new Set();
  draftChanged(table);
}

/** Lays a play that the server found. */
export function adoptPlay(table: Table, play: FoundPlay): void {
  if (change.adopt(table.state, play.tiles)) table.context.sound("lay");
  draftChanged(table);
}
