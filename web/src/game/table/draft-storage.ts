/** The draft, kept in the browser's storage and shared with other tabs of the same seat. */

import { draftKey } from "../../storage";
import { parseDraft } from "../draft";
import { savedDraft, takeOver } from "../state";
import { schedulePreview } from "./preview";
import type { Table } from "./table";

/** The draft or the rack may have changed: saves and shows it, and asks what it is worth. */
export function draftChanged(table: Table): void {
  saveDraft(table);
  schedulePreview(table);
  table.context.redraw();
}

export function saveDraft({ state, context }: Table): void {
  const { viewer } = state.view;
  if (viewer === null) return;
  const text = state.rack.slots.length ? JSON.stringify(savedDraft(state)) : null;
  context.write(draftKey(state.id, viewer), text);
}

/** Takes up the draft of an earlier visit. */
export function loadDraft(table: Table, value: string | null): void {
  const draft = parseDraft(value);
  if (draft) takeOver(table.state, draft);
  if (table.state.draft.length) schedulePreview(table);
}

/** Takes over the draft that another tab has saved. */
export function takeOverDraft(table: Table, value: string | null): void {
  const draft = parseDraft(value);
  if (!draft) return;
  takeOver(table.state, draft);
  schedulePreview(table);
  table.context.redraw();
}
