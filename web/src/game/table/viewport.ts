/** The part of the board that is in view: camera, size, and the squares of unbounded boards. */

import type { Coord } from "../../types";
import { bounded, type Camera, drawn, type Extent, fitted, inSight, showing, squareUnder } from "../camera";
import { BLOCK, learn, missingBlocks } from "../squares";
import type { Shared } from "./context";

export class Viewport {
  #blocks = new Set<string>();

  constructor(private readonly shared: Shared) {}

  resize(extent: Extent): void {
    const { state, context } = this.shared;
    state.extent = extent;
    if (state.moved) this.moveCamera(state.camera);
    else this.#fit();
    this.#fetchSquares();
    context.redraw();
  }

  /** Shows the whole board. */
  fit(): void {
    this.shared.state.moved = false;
    this.#fit();
    this.shared.context.redraw();
  }

  #fit(): void {
    const { state } = this.shared;
    if (state.extent.width > 0) state.camera = fitted(state.board, state.extent, state.view.board);
    this.#fetchSquares();
  }

  /** While the player holds the board or a tile, the board does not move by itself. */
  hold(held: boolean): void {
    const { state, context } = this.shared;
    state.held = held;
    if (held) return;
    const before = state.camera;
    this.follow();
    if (state.camera !== before) context.redraw();
  }

  /** Moves the board only if a tile was played out of sight and the player has neither moved it nor holds it. */
  follow(): void {
    const { moved, held, draft, camera, extent, view } = this.shared.state;
    if (moved || held || draft.length > 0 || inSight(camera, extent, view.board)) return;
    this.#fit();
  }

  /** Pans and zooms. */
  moveCamera(camera: Camera): void {
    const { state, context } = this.shared;
    const smallest = fitted(state.board, state.extent).size;
    const size = state.board.unbounded ? camera.size : Math.max(smallest, camera.size);
    state.camera = bounded({ ...camera, size }, state.board, state.extent);
    state.moved = state.board.unbounded || size > smallest;
    this.#fetchSquares();
    context.redraw();
  }

  showCursor(): void {
    const { state } = this.shared;
    const { cursor, camera, extent } = state;
    if (cursor && extent.width > 0) state.camera = bounded(showing(camera, cursor, extent), state.board, extent);
    this.#fetchSquares();
  }

  squareUnder(px: number, py: number): Coord {
    return squareUnder(this.shared.state.camera, px, py);
  }

  #fetchSquares(): void {
    const { board, camera, extent } = this.shared.state;
    for (const at of missingBlocks(board, drawn(camera, board, extent))) void this.#fetchBlock(at);
  }

  async #fetchBlock(at: Coord): Promise<void> {
    const { state, context, pass } = this.shared;
    const name = `${at.x},${at.y}`;
    if (this.#blocks.has(name)) return;
    this.#blocks.add(name);
    const window = { ...at, width: BLOCK, height: BLOCK };
    const squares = await context.api.squares(state.id, window, pass).catch(() => null);
    if (squares) learn(state.board, squares);
    else this.#blocks.delete(name);
    context.redraw();
  }
}
