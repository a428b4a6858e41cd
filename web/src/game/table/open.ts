/** Opening and closing a table. */

import { draftKey, type SavedSeat } from "../../storage";
import type { Setup, View } from "../../types";
import { loadDraft, takeOverDraft } from "./draft-storage";
import { newTable, passOf, type Table, type TableContext } from "./table";
import { watcher } from "./watching";

/** Opens a game: its setup and what this seat may see. */
export async function openTable(id: string, seat: SavedSeat | null, context: TableContext): Promise<Table> {
  const pass = passOf(seat);
  const [setup, view] = await Promise.all([context.api.setup(id, pass), context.api.view(id, pass)]);
  return startTable(id, setup, view, seat, context);
}

/** A table that listens to the server and to other tabs of the same seat. */
export function startTable(id: string, setup: Setup, view: View, seat: SavedSeat | null, context: TableContext): Table {
  const table = newTable(id, setup, view, seat, context);
  if (view.viewer !== null) loadDraft(table, context.read(draftKey(id, view.viewer)));
  table.listening.push(context.live.watch(id, watcher(table)));
  if (view.viewer !== null)
    table.listening.push(context.otherTab(draftKey(id, view.viewer), (value) => takeOverDraft(table, value)));
  return table;
}

export function closeTable(table: Table): void {
  table.closed = true;
  clearTimeout(table.previewTimer);
  table.listening.forEach((stop) => stop());
}
