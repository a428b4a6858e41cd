/** Which part of the board is in view: pan and zoom as numbers. */

import type { Coord } from "../types";
import type { Board } from "./squares";

/** `size` is a square's side in pixels; `x`, `y` the place on the board at the top left of the view. */
export interface Camera extends Coord {
  size: number;
}

export interface Extent {
  width: number;
  height: number;
}
export interface Window extends Coord, Extent {}

export const SMALLEST = 14;
export const LARGEST = 80;
const COMFORT = 38;

/** The whole board, or the middle of one without end, as large as it fits. */
export function fitted(board: Board, view: Extent, around: Coord[] = []): Camera {
  const { x, y, width, height } = board.unbounded ? surroundings(board, around, view) : board.setup;
  const fits = Math.min(view.width / width, view.height / height);
  const size = Math.max(board.unbounded ? SMALLEST : 8, Math.min(fits, board.unbounded ? COMFORT : LARGEST * 2));
  const whole = board.unbounded ? size : snug(size);
  return { size: whole, x: x - (view.width / whole - width) / 2, y: y - (view.height / whole - height) / 2 };
}

/** Whole pixels when that costs little, so that lines are sharp. */
const snug = (size: number): number => (size >= 16 ? Math.floor(size) : size);

function surroundings(board: Board, around: Coord[], view: Extent): Window {
  const points = [board.setup.start, ...around];
  const xs = points.map((at) => at.x),
    ys = points.map((at) => at.y);
  const [left, top] = [Math.min(...xs) - 4, Math.min(...ys) - 4];
  const width = Math.max(...xs) + 5 - left,
    height = Math.max(...ys) + 5 - top;
  const shape = view.width / Math.max(1, view.height);
  const wide = Math.max(width, Math.round(13 * Math.max(1, shape))),
    high = Math.max(height, 13);
  return { x: left - (wide - width) / 2, y: top - (high - height) / 2, width: wide, height: high };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.size, y: camera.y - dy / camera.size };
}

/** Zoomed by a factor around a point of the view, which stays where it is. */
export function zoomed(camera: Camera, factor: number, px: number, py: number, smallest = SMALLEST): Camera {
  const size = Math.max(smallest, Math.min(LARGEST, camera.size * factor));
  return { size, x: camera.x + px / camera.size - px / size, y: camera.y + py / camera.size - py / size };
}

/** A camera that keeps a finite board in sight. */
export function bounded(camera: Camera, board: Board, view: Extent): Camera {
  if (board.unbounded) return camera;
  const { x, y, width, height } = board.setup;
  return {
    ...camera,
    x: within(camera.x, x, width, view.width / camera.size),
    y: within(camera.y, y, height, view.height / camera.size),
  };
}

function within(at: number, start: number, length: number, seen: number): number {
  if (seen >= length) return start - (seen - length) / 2;
  return Math.max(start, Math.min(at, start + length - seen));
}

/** The squares to draw: all of a finite board, the surroundings of the view of one without end. */
export function drawn(camera: Camera, board: Board, view: Extent): Window {
  if (!board.unbounded) return board.setup;
  const x = snapped(camera.x),
    y = snapped(camera.y);
  const width = snapped(camera.x + view.width / camera.size) + GRAIN - x;
  return { x, y, width, height: snapped(camera.y + view.height / camera.size) + GRAIN - y };
}

/** The window moves in steps, so that panning does not redraw at every pixel. */
const GRAIN = 4;
const snapped = (at: number): number => Math.floor(at / GRAIN) * GRAIN;

/** The square under a point of the view. */
export function squareUnder(camera: Camera, px: number, py: number): Coord {
  return { x: Math.floor(camera.x + px / camera.size), y: Math.floor(camera.y + py / camera.size) };
}

/** Whether all these squares are wholly in view. Nothing is out of a view that has no size yet. */
export function inSight(camera: Camera, view: Extent, squares: Coord[]): boolean {
  const right = camera.x + view.width / camera.size,
    bottom = camera.y + view.height / camera.size;
  return (
    view.width === 0 || squares.every(({ x, y }) => x >= camera.x && y >= camera.y && x + 1 <= right && y + 1 <= bottom)
  );
}

/** A camera that has this square in view, moved as little as possible. */
export function showing(camera: Camera, at: Coord, view: Extent): Camera {
  const across = view.width / camera.size,
    down = view.height / camera.size;
  return { ...camera, x: reach(camera.x, at.x, across), y: reach(camera.y, at.y, down) };
}

function reach(from: number, at: number, seen: number): number {
  if (at < from + 0.5) return at - 0.5;
  return at + 1.5 > from + seen ? at + 1.5 - seen : from;
}
