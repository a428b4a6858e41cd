/** The best plays of a turn, and plays shown on the board as if they were made. */

import type { BoardTile } from "../../types";
import type { Table } from "./table";

/** Asks for the best plays of a turn, once. */
export async function analyse({ state, context, pass }: Table, turn: number): Promise<void> {
  if (state.analyses.has(turn)) return;
  state.analyses.set(turn, "asked");
  context.redraw();
  const found = await context.api.analysis(state.id, turn, pass).catch(() => "failed" as const);
  state.analyses.set(turn, found);
  context.redraw();
}

/** Shows tiles on the board as if they were played; null takes them away. */
export function showTiles({ state, context }: Table, tiles: BoardTile[] | null): void {
  state.ghost = tiles;
  context.redraw();
}
