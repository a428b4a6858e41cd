/** A game that is played or watched: sends commands to the server and applies its events to the state. */

import { type Api, ApiError, codeOf, commandId, type Pass } from "../api";
import { draftKey, type SavedSeat } from "../storage";
import type { GameWatcher, Live } from "../live";
import type { Sound } from "../sound";
import type { Texts } from "../texts";
import type { BoardTile, ChatLine, Command, Coord, FoundPlay, LiveEvent, Seat, Setup, View } from "../types";
import { bounded, type Camera, drawn, type Extent, fitted, inSight, showing, squareUnder } from "./camera";
import { axisOf, parseDraft } from "./draft";
import { errorText, eventText } from "./names";
import { shuffle } from "./rack";
import { BLOCK, learn, missingBlocks } from "./squares";
import * as change from "./state";
import { type GameState, gameState, isMyTurn, savedDraft, mayDraft } from "./state";

/** What the table needs of its surroundings. */
export interface TableContext {
  api: Api;
  live: Pick<Live, "watch">;
  texts: () => Texts;
  redraw: () => void;
  /** Shows a short message that disappears by itself. */
  notice: (text: string, kind?: "info" | "good" | "bad") => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  sound: (sound: Sound) => void;
  read: (key: string) => string | null;
  write: (key: string, value: string | null) => void;
  otherTab: (key: string, changed: (value: string | null) => void) => () => void;
  now: () => number;
}

const PREVIEW_AFTER = 120;
const LOOK_AGAIN_AFTER = 3000;

export class Table {
  readonly state: GameState;
  #unwatch: (() => void)[] = [];
  #requests = 0;
  #previewed = "";
  #fetching: Promise<void> | null = null;
  /** The newest event known while a view is being fetched. */
  #wanted = 0;
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #blocks = new Set<string>();
  /** The last event received; a view may be ahead of it. */
  #received = 0;
  #closed = false;
  /** Presence arrives as it changes, so a view that is on its way is older. */
  #watching = false;

  constructor(
    id: string,
    setup: Setup,
    view: View,
    readonly seat: SavedSeat | null,
    private readonly context: TableContext,
  ) {
    this.state = gameState(id, setup, view);
    this.state.received = context.now();
    this.#received = view.seq;
    if (view.viewer !== null) this.#loadDraft(context.read(draftKey(id, view.viewer)));
    this.#unwatch.push(context.live.watch(id, this.#watcher()));
    if (view.viewer !== null)
      this.#unwatch.push(context.otherTab(draftKey(id, view.viewer), (value) => this.#otherTab(value)));
  }

  /** Opens a game: its setup and what this seat may see. */
  static async open(id: string, seat: SavedSeat | null, context: TableContext): Promise<Table> {
    const pass = passOf(seat);
    const [setup, view] = await Promise.all([context.api.setup(id, pass), context.api.view(id, pass)]);
    return new Table(id, setup, view, seat, context);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#previewTimer);
    this.#unwatch.forEach((stop) => stop());
  }

  get pass(): Pass {
    return passOf(this.seat);
  }

  // What the player does.

  place(slot: number, at: Coord): void {
    const laid = change.place(this.state, slot, at);
    if (laid) this.context.sound("lay");
    this.#draftChanged();
  }

  touchSquare(at: Coord): void {
    const before = this.state.draft.length;
    change.touchSquare(this.state, at);
    if (this.state.draft.length !== before) this.context.sound(this.state.draft.length > before ? "lay" : "lift");
    this.#draftChanged();
  }

  touchRack(slot: number): void {
    change.touchRack(this.state, slot);
    this.context.redraw();
  }

  dropOnRack(slot: number, place: number): void {
    change.dropOnRack(this.state, slot, place);
    this.#draftChanged();
  }

  answerLetter(letter: string | null): void {
    if (letter === null) this.state.asking = null;
    else if (change.answerLetter(this.state, letter)) this.context.sound("lay");
    this.#draftChanged();
  }

  /** Handles a key pressed over the board; returns whether the key has a meaning. */
  key(key: string, shift: boolean): boolean {
    const handled = this.#handleKey(key, shift);
    if (handled) this.#draftChanged();
    return handled;
  }

  #handleKey(key: string, shift: boolean): boolean {
    if (key.startsWith("Arrow")) return this.#arrow(key);
    if (key === " ") {
      change.turnCursor(this.state);
      return true;
    }
    if (key === "Backspace" || key === "Delete") return this.#erase();
    if (key === "Escape") {
      this.recall();
      return true;
    }
    if (key === "Enter") {
      void this.play();
      return true;
    }
    return [...key].length === 1 && this.#type(key, shift);
  }

  #erase(): boolean {
    const erased = change.erase(this.state);
    if (erased) this.context.sound("lift");
    return erased;
  }

  #arrow(key: string): boolean {
    change.moveCursor(this.state, key);
    this.#showCursor();
    return true;
  }

  #type(key: string, shift: boolean): boolean {
    const typed = change.type(this.state, key, shift);
    if (typed && !this.state.pending) this.context.sound("lay");
    if (typed) this.#showCursor();
    return typed;
  }

  recall(): void {
    change.recall(this.state);
    this.#draftChanged();
  }

  shuffle(): void {
    shuffle(this.state.rack);
    this.#draftChanged();
  }

  beginSwap(): void {
    change.recall(this.state);
    this.state.swapping = new Set();
    this.#draftChanged();
  }

  async play(): Promise<void> {
    const { draft } = this.state;
    if (!mayDraft(this.state)) return;
    if (draft.length === 0) return this.context.notice(this.context.texts().game.noneLaid);
    const tiles = draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
    const axis = axisOf(draft);
    await this.command({ type: "play", tiles, ...(axis ? { axis } : {}) });
  }

  async swap(): Promise<void> {
    const chosen = this.state.swapping;
    if (!chosen || chosen.size === 0) return this.context.notice(this.context.texts().game.noneChosen);
    const tiles = this.state.rack.slots.filter((slot) => chosen.has(slot.id)).map((slot) => slot.tile);
    await this.command({ type: "exchange", tiles });
  }

  /** Sends a command. A refused play shakes the draft and returns it to the rack. */
  async command(command: Command): Promise<boolean> {
    if (this.state.sending) return false;
    this.state.sending = true;
    this.context.redraw();
    try {
      await this.#send(command);
      return true;
    } catch (error) {
      this.#refused(error, command);
      return false;
    } finally {
      this.state.sending = false;
      this.context.redraw();
    }
  }

  async #send(command: Command): Promise<void> {
    const id = commandId();
    const answer = await this.#sendWithRetries({ ...command, id, seen: this.state.view.seq });
    await this.refresh(answer.seq);
    if (command.type === "play") {
      this.state.draft = [];
      this.#saveDraft();
    }
    this.state.swapping = null;
  }

  /** Sends a request that did not arrive again with the same id, so that it never counts twice. */
  async #sendWithRetries(command: Command & { id: string; seen: number }): Promise<{ seq: number }> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.context.api.command(this.state.id, command, this.pass);
      } catch (error) {
        const code = codeOf(error);
        if (code === "stale" && tries < 3) command = await this.#renew(command);
        else if (code === "offline" && tries < 2) await new Promise((go) => setTimeout(go, 600));
        else throw error;
      }
    }
  }

  /** The game went on without changing whose turn it is, as when somebody sat down: the command still means the same. */
  async #renew(command: Command & { id: string; seen: number }): Promise<Command & { id: string; seen: number }> {
    const { turns } = this.state.view;
    await this.refresh();
    if (this.state.view.turns !== turns) throw new ApiError(409, "stale", "stale");
    return { ...command, id: commandId(), seen: this.state.view.seq };
  }

  #refused(error: unknown, command: Command): void {
    this.context.announce(this.#showError(error));
    this.context.sound("refused");
    if (command.type === "play" && error instanceof ApiError && error.status === 422) this.#shakeAndRecall();
    if (codeOf(error) === "stale") void this.refresh();
  }

  #shakeAndRecall(): void {
    this.state.refusals++;
    this.context.redraw();
    setTimeout(() => {
      if (!this.#closed) this.recall();
    }, 520);
  }

  /** Shows an error and returns its text. */
  #showError(error: unknown): string {
    const text = errorText(error, this.context.texts());
    this.context.notice(text, "bad");
    return text;
  }

  // What the server says.

  /** Looks at the game again unless it is shown as far as this event; calls while one is under way share it. */
  async refresh(seq = Infinity): Promise<void> {
    if (this.#closed || seq <= this.state.view.seq) return;
    this.#wanted = Math.max(this.#wanted, seq);
    this.#fetching ??= this.#fetchView().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetchView(): Promise<void> {
    do {
      const wanted = this.#wanted;
      this.#wanted = 0;
      const view = await this.context.api.view(this.state.id, this.pass).catch(() => null);
      if (this.#closed) return;
      if (!view) return void setTimeout(() => void this.refresh(wanted), LOOK_AGAIN_AFTER);
      this.#receiveView(view);
    } while (this.#wanted > this.state.view.seq);
  }

  #receiveView(view: View): void {
    const mine = isMyTurn(this.state),
      over = this.state.view.stage === "over";
    change.receive(this.state, this.#watching ? withPresence(view, this.state.view) : view, this.context.now());
    if (!mine && isMyTurn(this.state)) this.#announceTurn();
    if (!over && view.stage === "over") this.context.sound("over");
    this.#follow();
    this.#draftChanged();
  }

  /** A board never moves by itself, but for a tile that somebody laid out of sight; and not even then under a hand. */
  #follow(): void {
    const { moved, held, draft, camera, extent, view } = this.state;
    if (moved || held || draft.length > 0 || inSight(camera, extent, view.board)) return;
    this.#fit();
  }

  #announceTurn(): void {
    const t = this.context.texts();
    this.context.notice(t.game.yourTurn, "good");
    this.context.announce(t.game.yourTurn);
    this.context.sound("turn");
  }

  #watcher(): GameWatcher {
    return {
      pass: this.pass,
      since: () => ({ seq: this.#received, lines: this.#lines }),
      event: (event) => this.#receiveEvent(event),
      chat: (line) => this.#receiveLine(line),
      presence: (seat, online) => this.#changeSeats((who, i) => (i === seat ? { ...who, online } : who)),
      begun: (seq, online) => this.#watchingFrom(seq, online),
    };
  }

  #watchingFrom(seq: number, online: boolean[]): void {
    this.#changeSeats((who, i) => ({ ...who, online: online[i] }));
    void this.refresh(seq);
    if (this.state.chat.length < this.#lines) void this.#readChat();
  }

  /** How many lines of the chat there were, as far as they are known of. */
  get #lines(): number {
    return this.state.chat.at(-1)?.line ?? this.state.view.lines;
  }

  #receiveEvent(event: LiveEvent): void {
    const isNew = (event.seq ?? 0) > this.#received;
    this.#received = Math.max(this.#received, event.seq ?? 0);
    if (isNew) this.#announceEvent(event);
    void this.refresh(event.event === "rematch" ? Infinity : (event.seq ?? 0));
  }

  #announceEvent(event: LiveEvent): void {
    const text = eventText(event, this.state.view, this.context.texts());
    const mine = event.seat === this.state.view.viewer && event.seat !== null;
    if (!text) return;
    this.context.announce(text);
    if (!mine && event.event === "played") this.context.sound("theirs");
    if (!mine && event.event !== "played" && event.event !== "ended") this.context.notice(text);
  }

  #changeSeats(change: (who: Seat, seat: number) => Seat): void {
    const { view } = this.state;
    this.#watching = true;
    this.state.view = { ...view, seats: view.seats.map(change) };
    this.context.redraw();
  }

  #receiveLine(line: ChatLine): void {
    const fresh = change.addLines(this.state, [line]);
    if (fresh.length && line.seat !== this.state.view.viewer) {
      this.state.unread++;
      this.context.sound("chat");
      this.context.announce(`${line.player}: ${line.text}`);
    }
    this.context.redraw();
  }

  /** The player has the chat in view. */
  read(): void {
    this.state.unread = 0;
    this.context.redraw();
  }

  async #readChat(): Promise<void> {
    const answer = await this.context.api.chat(this.state.id, this.pass).catch(() => ({ lines: [] }));
    change.addLines(this.state, answer.lines);
    this.context.redraw();
  }

  async say(text: string): Promise<boolean> {
    try {
      await this.context.api.say(this.state.id, text, this.pass);
      return true;
    } catch (error) {
      this.#showError(error);
      return false;
    }
  }

  // Help, replay and analysis.

  async hint(): Promise<void> {
    const found = await this.context.api.hint(this.state.id, this.pass).catch((error) => void this.#showError(error));
    if (found) this.state.hints = found.plays;
    this.context.redraw();
  }

  adopt(play: FoundPlay): void {
    if (change.adopt(this.state, play.tiles)) this.context.sound("lay");
    this.#draftChanged();
  }

  look(tiles: BoardTile[] | null): void {
    this.state.ghost = tiles;
    this.context.redraw();
  }

  show(count: number | null): void {
    change.showTurn(this.state, count);
    this.context.redraw();
  }

  /** Asks for the best plays of a turn, once. */
  async analyse(turn: number): Promise<void> {
    if (this.state.analyses.has(turn)) return;
    this.state.analyses.set(turn, "asked");
    this.context.redraw();
    const found = await this.context.api.analysis(this.state.id, turn, this.pass).catch(() => "failed" as const);
    this.state.analyses.set(turn, found);
    this.context.redraw();
  }

  // The view of the board.

  resize(extent: Extent): void {
    this.state.extent = extent;
    if (this.state.moved) this.moveCamera(this.state.camera);
    else this.#fit();
    this.#fetchSquares();
    this.context.redraw();
  }

  #fit(): void {
    const { board, extent, view } = this.state;
    if (extent.width > 0) this.state.camera = fitted(board, extent, view.board);
    this.#fetchSquares();
  }

  /** A hand is on the board or on a tile: until it lets go the board stays where the hand has it. */
  hold(held: boolean): void {
    this.state.held = held;
    if (!held) this.#release();
  }

  #release(): void {
    const before = this.state.camera;
    this.#follow();
    if (this.state.camera !== before) this.context.redraw();
  }

  fit(): void {
    this.state.moved = false;
    this.#fit();
    this.context.redraw();
  }

  /** Pans and zooms to this. */
  moveCamera(camera: Camera): void {
    const smallest = fitted(this.state.board, this.state.extent).size;
    const size = this.state.board.unbounded ? camera.size : Math.max(smallest, camera.size);
    this.state.camera = bounded({ ...camera, size }, this.state.board, this.state.extent);
    this.state.moved = this.state.board.unbounded || size > smallest;
    this.#fetchSquares();
    this.context.redraw();
  }

  #showCursor(): void {
    const { cursor, camera, extent } = this.state;
    if (cursor && extent.width > 0)
      this.state.camera = bounded(showing(camera, cursor, extent), this.state.board, extent);
    this.#fetchSquares();
  }

  squareUnder(px: number, py: number): Coord {
    return squareUnder(this.state.camera, px, py);
  }

  #fetchSquares(): void {
    const window = drawn(this.state.camera, this.state.board, this.state.extent);
    for (const at of missingBlocks(this.state.board, window)) void this.#fetchBlock(at);
  }

  async #fetchBlock(at: Coord): Promise<void> {
    const name = `${at.x},${at.y}`;
    if (this.#blocks.has(name)) return;
    this.#blocks.add(name);
    const squares = await this.context.api
      .squares(this.state.id, { ...at, width: BLOCK, height: BLOCK }, this.pass)
      .catch(() => null);
    if (squares) learn(this.state.board, squares);
    else this.#blocks.delete(name);
    this.context.redraw();
  }

  // The draft: saved, shared with other tabs, scored by the server.

  #draftChanged(): void {
    this.#saveDraft();
    this.#schedulePreview();
    this.context.redraw();
  }

  #saveDraft(): void {
    const { viewer } = this.state.view;
    if (viewer !== null)
      this.context.write(
        draftKey(this.state.id, viewer),
        this.state.rack.slots.length ? JSON.stringify(savedDraft(this.state)) : null,
      );
  }

  #loadDraft(value: string | null): void {
    const draft = parseDraft(value);
    if (draft) change.takeOver(this.state, draft);
    if (this.state.draft.length) this.#schedulePreview();
  }

  #otherTab(value: string | null): void {
    const draft = parseDraft(value);
    if (!draft) return;
    change.takeOver(this.state, draft);
    this.#schedulePreview();
    this.context.redraw();
  }

  /** Asks what the draft is worth, a moment after it last changed. */
  #schedulePreview(): void {
    const about = `${this.state.view.seq} ${JSON.stringify(this.state.draft)}`;
    if (about === this.#previewed) return;
    this.#previewed = about;
    clearTimeout(this.#previewTimer);
    const asked = ++this.#requests;
    this.state.preview = null;
    if (this.state.draft.length === 0) return;
    this.#previewTimer = setTimeout(() => void this.#preview(asked), PREVIEW_AFTER);
  }

  async #preview(asked: number): Promise<void> {
    const tiles = this.state.draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
    const answer = await this.context.api.preview(this.state.id, { tiles }, this.pass).catch(() => null);
    if (asked !== this.#requests || this.#closed) return;
    this.state.preview = answer;
    this.context.redraw();
  }
}

const passOf = (seat: SavedSeat | null): Pass => ({ key: seat?.key, invite: seat?.invite });

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
