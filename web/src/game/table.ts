/** A game that is played or watched: its state, and the parts that change it. Each change ends in one redraw. */

import type { Pass } from "../api";
import { draftKey, type SavedSeat } from "../storage";
import type { Setup, View } from "../types";
import { type GameState, gameState } from "./state";
import { Commands } from "./table/commands";
import type { Shared, TableContext } from "./table/context";
import { DraftSync } from "./table/draft-sync";
import { Editor } from "./table/editor";
import { Review } from "./table/review";
import { Updates } from "./table/updates";
import { Viewport } from "./table/viewport";

export type { TableContext } from "./table/context";

export class Table {
  readonly state: GameState;
  readonly pass: Pass;
  readonly viewport: Viewport;
  readonly updates: Updates;
  readonly commands: Commands;
  readonly editor: Editor;
  readonly review: Review;
  readonly #shared: Shared;
  readonly #draft: DraftSync;
  #unwatch: (() => void)[] = [];

  constructor(
    id: string,
    setup: Setup,
    view: View,
    readonly seat: SavedSeat | null,
    context: TableContext,
  ) {
    this.state = gameState(id, setup, view);
    this.state.received = context.now();
    this.pass = passOf(seat);
    const shared = (this.#shared = { state: this.state, pass: this.pass, context, closed: false });
    const draft = (this.#draft = new DraftSync(shared));
    this.viewport = new Viewport(shared);
    this.updates = new Updates(shared, draft, this.viewport);
    this.commands = new Commands(shared, draft, this.updates);
    this.editor = new Editor(shared, draft, this.viewport, this.commands);
    this.review = new Review(shared);
    this.#watch(id, view.viewer);
  }

  /** Opens a game: its setup and what this seat may see. */
  static async open(id: string, seat: SavedSeat | null, context: TableContext): Promise<Table> {
    const pass = passOf(seat);
    const [setup, view] = await Promise.all([context.api.setup(id, pass), context.api.view(id, pass)]);
    return new Table(id, setup, view, seat, context);
  }

  close(): void {
    this.#shared.closed = true;
    this.#draft.close();
    this.#unwatch.forEach((stop) => stop());
  }

  #watch(id: string, viewer: number | null): void {
    const { context } = this.#shared;
    if (viewer !== null) this.#draft.load(context.read(draftKey(id, viewer)));
    this.#unwatch.push(context.live.watch(id, this.updates.watcher()));
    if (viewer === null) return;
    this.#unwatch.push(context.otherTab(draftKey(id, viewer), (value) => this.#draft.receive(value)));
  }
}

const passOf = (seat: SavedSeat | null): Pass => ({ key: seat?.key, invite: seat?.invite });
