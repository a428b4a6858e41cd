/** The chat of a table. */

import type { ChatLine } from "../../types";
import { addLines } from "../state";
import { showError, type Table } from "./table";

/** How many lines of the chat there were, as far as they are known of. */
export const lastLine = ({ state }: Table): number => state.chat.at(-1)?.line ?? state.view.lines;

export function receiveLine({ state, context }: Table, line: ChatLine): void {
  const fresh = addLines(state, [line]);
  if (fresh.length && line.seat !== state.view.viewer) {
    state.unread++;
    context.sound("chat");
    context.announce(`${line.player}: ${line.text}`);
  }
  context.redraw();
}

/** Reads quietly what was said before. */
export async function fetchChat({ state, context, pass }: Table): Promise<void> {
  const answer = await context.api.chat(state.id, pass).catch(() => ({ lines: [] }));
  addLines(state, answer.lines);
  context.redraw();
}

/** The player has the chat in view. */
export function markRead({ state, context }: Table): void {
  state.unread = 0;
  context.redraw();
}

/** Adds a line to the chat; returns whether it arrived. */
export async function say(table: Table, text: string): Promise<boolean> {
  try {
    await table.context.api.say(table.state.id, text, table.pass);
    return true;
  } catch (error) {
    showError(table, error);
    return false;
  }
}
