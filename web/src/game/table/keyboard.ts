/** Keys that are pressed over the board. */

import * as change from "../state";
import { playDraft } from "./commands";
import { draftChanged } from "./draft-storage";
import { recallTiles } from "./drafting";
import type { Table } from "./table";
import { showCursor } from "./viewport";

/** Handles a key pressed over the board; returns whether the key has a meaning. */
export function pressKey(table: Table, key: string, shift: boolean): boolean {
  const handled = handleKey(table, key, shift);
  if (handled) draftChanged(table);
  return handled;
}

function handleKey(table: Table, key: string, shift: boolean): boolean {
  if (key.startsWith("Arrow")) return moveCursor(table, key);
  if (key === "Backspace" || key === "Delete") return erase(table);
  const act = ACTS[key];
  act?.(table);
  return act !== undefined || ([...key].length === 1 && type(table, key, shift));
}

const ACTS: Record<string, (table: Table) => void> = {
  " ": ({ state }) => change.turnCursor(state),
  Escape: recallTiles,
  Enter: (table) => void playDraft(table),
};

function erase({ state, context }: Table): boolean {
  const erased = change.erase(state);
  if (erased) context.sound("lift");
  return erased;
}

function moveCursor(table: Table, key: string): boolean {
  change.moveCursor(table.state, key);
  showCursor(table);
  return true;
}

function type(table: Table, key: string, shift: boolean): boolean {
  const typed = change.type(table.state, key, shift);
  if (typed && !table.state.pending) table.context.sound("lay");
  if (typed) showCursor(table);
  return typed;
}
