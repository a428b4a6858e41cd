/** Hints, and the turns so far. */

import * as change from "../state";
import { showError, type Table } from "./table";

export async function askHints(table: Table): Promise<void> {
  const { state, context } = table;
  const found = await context.api.hint(state.id, table.pass).catch((error) => void showError(table, error));
  if (found) state.hints = found.plays;
  context.redraw();
}

/** Shows the game as it was after a number of turns; null is now. */
export function showTurn({ state, context }: Table, count: number | null): void {
  change.showTurn(state, count);
  context.redraw();
}
