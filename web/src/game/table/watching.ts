/** What the live connection tells of the game: events, chat, who is there. */

import type { GameWatcher } from "../../live";
import type { LiveEvent, Seat } from "../../types";
import { eventText } from "../event-texts";
import { fetchChat, lastLine, receiveLine } from "./chat";
import { loseSeat, refresh } from "./refresh";
import type { Table } from "./table";

/** What the connection calls. */
export function watcher(table: Table): GameWatcher {
  return {
    pass: table.pass,
    since: () => ({ seq: table.received, lines: lastLine(table) }),
    event: (event) => receiveEvent(table, event),
    chat: (line) => receiveLine(table, line),
    presence: (seat, online) => changeSeats(table, (who, i) => (i === seat ? { ...who, online } : who)),
    begun: (seq, online) => watchFrom(table, seq, online),
    expelled: () => loseSeat(table),
  };
}

function watchFrom(table: Table, seq: number, online: boolean[]): void {
  changeSeats(table, (who, i) => ({ ...who, online: online[i] ?? who.online }));
  void refresh(table, seq);
  if (table.state.chat.length < lastLine(table)) void fetchChat(table);
}

function changeSeats(table: Table, change: (who: Seat, seat: number) => Seat): void {
  const { view } = table.state;
  table.watching = true;
  table.state.view = { ...view, seats: view.seats.map(change) };
  table.context.redraw();
}

function receiveEvent(table: Table, event: LiveEvent): void {
  const isNew = event.seq > table.received;
  table.received = Math.max(table.received, event.seq);
  if (isNew) announceEvent(table, event);
  void refresh(table, event.event === "rematch" ? Infinity : event.seq);
}

/** What the board and the message beside it show is not shown a second time. */
const SEEN_ANYWAY = new Set(["played", "ended", "started", "undo-asked", "away"]);

function announceEvent({ state, context }: Table, event: LiveEvent): void {
  const text = eventText(event, state.view, context.texts());
  const mine = "seat" in event && event.seat === state.view.viewer;
  if (!text) return;
  context.announce(text);
  if (!mine && event.event === "played") context.sound("theirs");
  if (!mine && !SEEN_ANYWAY.has(event.event)) context.notice(text);
}
