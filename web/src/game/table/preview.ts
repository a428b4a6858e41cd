/** What a draft is worth, asked of the server. */

import type { Table } from "./table";

const PREVIEW_AFTER = 120;

/** Asks what the draft is worth, a moment after it last changed. */
export function schedulePreview(table: Table): void {
  const { state } = table;
  const about = `${state.view.seq} ${JSON.stringify(state.draft)}`;
  if (about === table.previewed) return;
  table.previewed = about;
  clearTimeout(table.previewTimer);
  const asked = ++table.previews;
  state.preview = null;
  if (state.draft.length === 0) return;
  table.previewTimer = setTimeout(() => void askPreview(table, asked), PREVIEW_AFTER);
}

async function askPreview(table: Table, asked: number): Promise<void> {
  const { state, context } = table;
  const tiles = state.draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
  const answer = await context.api.preview(state.id, { tiles }, table.pass).catch(() => null);
  if (asked !== table.previews || table.closed) return;
  state.preview = answer;
  context.redraw();
}
