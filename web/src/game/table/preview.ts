/** What a draft is worth, asked of the server. */

import { refusalText } from "../names";
import type { Table } from "./table";

const PREVIEW_AFTER = 120;
/** How long a draft lies still before its value is told to those who listen. */
const TELL_AFTER = 900;

/** Asks what the draft is worth, a moment after it last changed. */
export function schedulePreview(table: Table): void {
  const { state } = table;
  const about = `${state.view.seq} ${JSON.stringify(state.draft)}`;
  if (about === table.previewed) return;
  table.previewed = about;
  state.refused = "";
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
  clearTimeout(table.previewTimer);
  table.previewTimer = setTimeout(() => tellPreview(table), TELL_AFTER);
}

function tellPreview({ state, context }: Table): void {
  const { preview } = state,
    t = context.texts();
  if (!preview) return;
  const words = (preview.words ?? []).map((word) => word.word.toLocaleUpperCase()).join(", ");
  const worth = preview.legal ? t.game.legal(preview.score ?? 0) : refusalText(preview.refused ?? [], "", t);
  context.announce([words, worth].filter(Boolean).join(": "));
}
