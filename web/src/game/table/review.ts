/** Help and review: hints, earlier turns, analysis. */

import type { BoardTile } from "../../types";
import * as change from "../state";
import { type Shared, showError } from "./context";

export class Review {
  constructor(private readonly shared: Shared) {}

  async hint(): Promise<void> {
    const { state, context, pass } = this.shared;
    const found = await context.api.hint(state.id, pass).catch((error) => void showError(this.shared, error));
    if (found) state.hints = found.plays;
    context.redraw();
  }

  /** Shows the tiles of a play without laying them. */
  look(tiles: BoardTile[] | null): void {
    this.shared.state.ghost = tiles;
    this.shared.context.redraw();
  }

  /** Shows the board after a number of turns; null shows the present. */
  show(count: number | null): void {
    change.showTurn(this.shared.state, count);
    this.shared.context.redraw();
  }

  /** Asks for the best plays of a turn, once. */
  async analyse(turn: number): Promise<void> {
    const { state, context, pass } = this.shared;
    if (state.analyses.has(turn)) return;
    state.analyses.set(turn, "asked");
    context.redraw();
    const found = await context.api.analysis(state.id, turn, pass).catch(() => "failed" as const);
    state.analyses.set(turn, found);
    context.redraw();
  }
}
