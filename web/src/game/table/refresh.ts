/** Looking at the game again: after an event, a command or a lost connection. */

import type { Seat, View } from "../../types";
import { codeOf } from "../../api";
import { isMyTurn, receive } from "../state";
import { draftChanged } from "./draft-storage";
import type { Table } from "./table";
import { followTiles } from "./viewport";

const LOOK_AGAIN_AFTER = 3000;

/** Looks at the game again unless it is shown as far as this event; calls while one is under way share it. */
export async function refresh(table: Table, seq = Infinity): Promise<void> {
  if (table.closed || seq <= table.state.view.seq) return;
  table.wanted = Math.max(table.wanted, seq);
  table.fetching ??= fetchView(table).finally(() => {
    table.fetching = null;
  });
  return table.fetching;
}

async function fetchView(table: Table): Promise<void> {
  const { state, context } = table;
  do {
    const { wanted } = table;
    table.wanted = 0;
    const view = await context.api.view(state.id, table.pass).catch((error) => codeOf(error));
    if (table.closed) return;
    if (view === "unknown-key") return loseSeat(table);
    if (typeof view === "string") return void setTimeout(() => void refresh(table, wanted), LOOK_AGAIN_AFTER);
    receiveView(table, view);
  } while (table.wanted > state.view.seq);
}

/** The seat is another's: it moved to another device, or a computer plays there. It is told once. */
export function loseSeat(table: Table): void {
  if (table.closed || table.leaving) return;
  table.leaving = true;
  table.context.lostSeat();
}

function receiveView(table: Table, view: View): void {
  const { state, context } = table;
  const mine = isMyTurn(state),
    over = state.view.stage === "over";
  receive(state, table.watching ? withPresence(view, state.view) : view, context.now());
  if (!mine && isMyTurn(state)) announceTurn(table);
  if (!over && view.stage === "over") context.sound("over");
  followTiles(table);
  draftChanged(table);
}

/** A view in which those who sit where they sat are there or away as in another. */
function withPresence(view: View, known: View): View {
  const same = (who: Seat, had: Seat | undefined): had is Seat => had?.kind === who.kind && had.player === who.player;
  return {
    ...view,
    seats: view.seats.map((who, i) => {
      const had = known.seats[i];
      return same(who, had) ? { ...who, online: had.online } : who;
    }),
  };
}

function announceTurn({ state, context }: Table): void {
  context.notify(state.view.name, `game/${state.id}`);
  context.announce(context.texts().common.yourTurn);
  context.sound("turn");
}
