/** The part of the board that is shown, and the squares that are asked for because of it. */

import type { Coord } from "../../types";
import { bounded, type Camera, drawn, type Extent, fitted, inSight, showing } from "../camera";
import { BLOCK, learn, missingBlocks } from "../squares";
import type { Table } from "./table";

export function resize(table: Table, extent: Extent): void {
  const { state, context } = table;
  state.extent = extent;
  if (state.moved) moveCamera(table, state.camera);
  else fitBoard(table);
  fetchSquares(table);
  context.redraw();
}

/** Shows the whole board, or as much as there is room for. */
export function fit(table: Table): void {
  table.state.moved = false;
  fitBoard(table);
  table.context.redraw();
}

function fitBoard(table: Table): void {
  const { state } = table;
  if (state.extent.width > 0) state.camera = fitted(state.board, state.extent, state.view.board);
  fetchSquares(table);
}

/** Pans and zooms to this. */
export function moveCamera(table: Table, camera: Camera): void {
  const { state, context } = table;
  const smallest = fitted(state.board, state.extent).size;
  const size = state.board.unbounded ? camera.size : Math.max(smallest, camera.size);
  state.camera = bounded({ ...camera, size }, state.board, state.extent);
  state.moved = state.board.unbounded || size > smallest;
  fetchSquares(table);
  context.redraw();
}

/** A hand is on the board or on a tile: until it lets go the board stays where the hand has it. */
export function hold(table: Table, held: boolean): void {
  table.state.held = held;
  if (!held) release(table);
}

function release(table: Table): void {
  const before = table.state.camera;
  followTiles(table);
  if (table.state.camera !== before) table.context.redraw();
}

/** A board never moves by itself, but for a tile that somebody laid out of sight; and not even then under a hand. */
export function followTiles(table: Table): void {
  const { moved, held, draft, camera, extent, view } = table.state;
  if (moved || held || draft.length > 0 || inSight(camera, extent, view.board)) return;
  fitBoard(table);
}

/** Moves the board so far that the cursor is in sight. */
export function showCursor(table: Table): void {
  const { state } = table,
    { cursor, extent } = state;
  if (cursor && extent.width > 0) state.camera = bounded(showing(state.camera, cursor, extent), state.board, extent);
  fetchSquares(table);
}

function fetchSquares(table: Table): void {
  const { board, camera, extent } = table.state;
  for (const at of missingBlocks(board, drawn(camera, board, extent))) void fetchBlock(table, at);
}

async function fetchBlock({ state, context, blocks, pass }: Table, at: Coord): Promise<void> {
  const name = `${at.x},${at.y}`;
  if (blocks.has(name)) return;
  blocks.add(name);
  const window = { ...at, width: BLOCK, height: BLOCK };
  const squares = await context.api.squares(state.id, window, pass).catch(() => null);
  if (squares) learn(state.board, squares);
  else blocks.delete(name);
  context.redraw();
}
