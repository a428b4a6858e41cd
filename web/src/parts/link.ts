/** The link to a game, and copying it. */

import { app } from "../app.svelte";
import type { GameState } from "../game/state";
import { readSeat } from "../storage";

export function linkOf(shown: GameState, turn: number | null): string {
  const invite = shown.view.visibility === "private" ? readSeat(shown.id)?.invite : undefined;
  return `${document.baseURI}game/${shown.id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}${turn === null ? "" : `#${turn}`}`;
}

export async function copyLink(shown: GameState, turn: number | null): Promise<void> {
  await copy(linkOf(shown, turn));
  app.notice(app.t.game.invited);
}

/** Copies a text, also where the page is not served over TLS and has no clipboard. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => copyByHand(text));
  copyByHand(text);
}

function copyByHand(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
