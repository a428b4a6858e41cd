/** Commands to the server: each counts once, however often it has to be sent. */

import { ApiError, codeOf, commandId, isUncertain } from "../../api";
import type { Command } from "../../types";
import { axisOf } from "../draft";
import { errorText, refusalText } from "../names";
import { knownIllegal, mayDraft } from "../state";
import { saveDraft } from "./draft-storage";
import { refresh } from "./refresh";
import { showError, type Table } from "./table";

/** A command with an id of its own and the last event that the player has seen. */
type SentCommand = Command & { id: string; seen: number };

export async function playDraft(table: Table): Promise<void> {
  const { state, context } = table;
  if (!mayDraft(state)) return;
  if (state.draft.length === 0) return context.notice(context.texts().game.noneLaid);
  if (knownIllegal(state)) return shake(table, refusalText(state.preview?.refused ?? [], "", context.texts()));
  const tiles = state.draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
  const axis = axisOf(state.draft);
  await sendCommand(table, { type: "play", tiles, ...(axis ? { axis } : {}) });
}

export async function swapTiles(table: Table): Promise<void> {
  const { state, context } = table;
  const chosen = state.swapping;
  if (!chosen || chosen.size === 0) return context.notice(context.texts().game.noneChosen);
  const tiles = state.rack.slots.filter((slot) => chosen.has(slot.id)).map((slot) => slot.tile);
  await sendCommand(table, { type: "exchange", tiles });
}

/** Sends a command; returns whether it was carried out. A refused play shakes, and stays with the reason. */
export async function sendCommand(table: Table, command: Command): Promise<boolean> {
  const { state, context } = table;
  if (state.sending) return false;
  state.sending = true;
  context.redraw();
  try {
    await carryOut(table, command);
    return true;
  } catch (error) {
    showRefusal(table, error, command);
    return false;
  } finally {
    state.sending = false;
    context.redraw();
  }
}

async function carryOut(table: Table, command: Command): Promise<void> {
  const { state } = table;
  const answer = await sendWithRetries(table, { ...command, id: commandId(), seen: state.view.seq });
  await refresh(table, answer.seq);
  if (command.type === "play") {
    state.draft = [];
    saveDraft(table);
  }
  state.swapping = null;
}

/** Sends a request that did not arrive again with the same id, so that it never counts twice. */
async function sendWithRetries(table: Table, command: SentCommand): Promise<{ seq: number }> {
  for (let tries = 0; ; tries++) {
    try {
      return await table.context.api.command(table.state.id, command, table.pass);
    } catch (error) {
      const code = codeOf(error);
      if (code === "stale" && tries < 3) command = await renew(table, command);
      else if (isUncertain(error) && tries < 2) await new Promise((go) => setTimeout(go, 600));
      else throw error;
    }
  }
}

/** The game went on without changing whose turn it is, as when somebody sat down: the command still means the same. */
async function renew(table: Table, command: SentCommand): Promise<SentCommand> {
  const { turns } = table.state.view;
  await refresh(table);
  if (table.state.view.turns !== turns) throw new ApiError(409, "stale", "stale");
  return { ...command, id: commandId(), seen: table.state.view.seq };
}

function showRefusal(table: Table, error: unknown, command: Command): void {
  if (command.type === "play" && error instanceof ApiError && error.status === 422)
    shake(table, errorText(error, table.context.texts()));
  else announceRefusal(table, showError(table, error));
  if (codeOf(error) === "stale") void refresh(table);
}

/** Shakes what lies and says why it is no play; the player changes it, or takes it back. */
function shake(table: Table, why: string): void {
  table.state.refused = why;
  table.state.refusals++;
  announceRefusal(table, why);
  table.context.redraw();
}

function announceRefusal({ context }: Table, why: string): void {
  context.announce(why);
  context.sound("refused");
}
