/** What the server says: views of the game, events, presence, chat. */

import type { GameWatcher } from "../../live";
import type { ChatLine, LiveEvent, Seat, View } from "../../types";
import { eventText } from "../names";
import * as change from "../state";
import { isMyTurn } from "../state";
import { type Shared, showError } from "./context";
import type { DraftSync } from "./draft-sync";
import type { Viewport } from "./viewport";

const RETRY_AFTER = 3000;

export class Updates {
  #fetching: Promise<void> | null = null;
  /** The newest event known while a view is being fetched. */
  #wanted = 0;
  /** The last event received; a view may be ahead of it. */
  #received: number;
  /** Presence arrives as it changes, so a view that is on its way is older. */
  #watching = false;

  constructor(
    private readonly shared: Shared,
    private readonly draft: DraftSync,
    private readonly viewport: Viewport,
  ) {
    this.#received = shared.state.view.seq;
  }

  /** Fetches the view unless it has reached this event; simultaneous calls share one request. */
  async refresh(seq = Infinity): Promise<void> {
    if (this.shared.closed || seq <= this.shared.state.view.seq) return;
    this.#wanted = Math.max(this.#wanted, seq);
    this.#fetching ??= this.#fetchView().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  watcher(): GameWatcher {
    return {
      pass: this.shared.pass,
      since: () => ({ seq: this.#received, lines: this.#lines }),
      event: (event) => this.#receiveEvent(event),
      chat: (line) => this.#receiveLine(line),
      presence: (seat, online) => this.#changeSeats((who, i) => (i === seat ? { ...who, online } : who)),
      begun: (seq, online) => this.#watchingFrom(seq, online),
    };
  }

  /** The player has the chat in view. */
  markChatRead(): void {
    this.shared.state.unread = 0;
    this.shared.context.redraw();
  }

  async sendChat(text: string): Promise<boolean> {
    const { state, context, pass } = this.shared;
    try {
      await context.api.say(state.id, text, pass);
      return true;
    } catch (error) {
      showError(this.shared, error);
      return false;
    }
  }

  async #fetchView(): Promise<void> {
    const { state, context, pass } = this.shared;
    do {
      const wanted = this.#wanted;
      this.#wanted = 0;
      const view = await context.api.view(state.id, pass).catch(() => null);
      if (this.shared.closed) return;
      if (!view) return void setTimeout(() => void this.refresh(wanted), RETRY_AFTER);
      this.#receiveView(view);
    } while (this.#wanted > state.view.seq);
  }

  #receiveView(view: View): void {
    const { state, context } = this.shared;
    const mine = isMyTurn(state),
      over = state.view.stage === "over";
    change.receive(state, this.#watching ? withPresence(view, state.view) : view, context.now());
    if (!mine && isMyTurn(state)) this.#announceTurn();
    if (!over && view.stage === "over") context.sound("over");
    this.viewport.follow();
    this.draft.changed();
  }

  #announceTurn(): void {
    const { context } = this.shared;
    const { yourTurn } = context.texts().game;
    context.notice(yourTurn, "good");
    context.announce(yourTurn);
    context.sound("turn");
  }

  #watchingFrom(seq: number, online: boolean[]): void {
    this.#changeSeats((who, i) => ({ ...who, online: online[i] }));
    void this.refresh(seq);
    if (this.shared.state.chat.length < this.#lines) void this.#fetchChat();
  }

  /** The number of chat lines that are known to exist. */
  get #lines(): number {
    return this.shared.state.chat.at(-1)?.line ?? this.shared.state.view.lines;
  }

  #receiveEvent(event: LiveEvent): void {
    const isNew = (event.seq ?? 0) > this.#received;
    this.#received = Math.max(this.#received, event.seq ?? 0);
    if (isNew) this.#announceEvent(event);
    void this.refresh(event.event === "rematch" ? Infinity : (event.seq ?? 0));
  }

  #announceEvent(event: LiveEvent): void {
    const { state, context } = this.shared;
    const text = eventText(event, state.view, context.texts());
    const mine = event.seat === state.view.viewer && event.seat !== null;
    if (!text) return;
    context.announce(text);
    if (!mine && event.event === "played") context.sound("theirs");
    if (!mine && event.event !== "played" && event.event !== "ended") context.notice(text);
  }

  #changeSeats(change: (who: Seat, seat: number) => Seat): void {
    const { state, context } = this.shared;
    this.#watching = true;
    state.view = { ...state.view, seats: state.view.seats.map(change) };
    context.redraw();
  }

  #receiveLine(line: ChatLine): void {
    const { state, context } = this.shared;
    const fresh = change.addLines(state, [line]);
    if (fresh.length && line.seat !== state.view.viewer) {
      state.unread++;
      context.sound("chat");
      context.announce(`${line.player}: ${line.text}`);
    }
    context.redraw();
  }

  async #fetchChat(): Promise<void> {
    const { state, context, pass } = this.shared;
    const answer = await context.api.chat(state.id, pass).catch(() => ({ lines: [] }));
    change.addLines(state, answer.lines);
    context.redraw();
  }
}

/** Returns the view with the presence of another view, for seats whose player is the same. */
function withPresence(view: View, known: View): View {
  const seats = view.seats.map((who, i) => {
    const had = known.seats[i];
    return had?.kind === who.kind && had.player === who.player ? { ...who, online: had.online } : who;
  });
  return { ...view, seats };
}
