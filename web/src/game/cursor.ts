/** The cursor for typing: a square and a direction. */

import type { Axis, Coord } from "../types";

export interface Cursor extends Coord {
  axis: Axis;
}

export type Free = (x: number, y: number) => "free" | "taken" | "none";

export const turned = (cursor: Cursor): Cursor => ({ ...cursor, axis: cursor.axis === "across" ? "down" : "across" });

export function step(at: Coord, axis: Axis, by: number): Coord {
  return axis === "across" ? { x: at.x + by, y: at.y } : { x: at.x, y: at.y + by };
}

/** The next free square from here on, passing over tiles; null at an edge or a hole. */
export function nextFree(from: Coord, axis: Axis, free: Free): Coord | null {
  for (let at = from, n = 0; n < 400; at = step(at, axis, 1), n++) {
    const what = free(at.x, at.y);
    if (what === "free") return at;
    if (what === "none") return null;
  }
  return null;
}

/** Where a click on a square puts the cursor: there, and a second click turns it. */
export function clicked(cursor: Cursor | null, at: Coord): Cursor {
  if (cursor && cursor.x === at.x && cursor.y === at.y) return turned(cursor);
  return { ...at, axis: cursor?.axis ?? "across" };
}

/** Where an arrow key puts the cursor: one square further, in the direction it had. */
export function arrowed(cursor: Cursor, key: string, exists: (x: number, y: number) => boolean): Cursor {
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  for (let n = 1; n < 100; n++) {
    const at = { x: cursor.x + dx * n, y: cursor.y + dy * n };
    if (exists(at.x, at.y)) return { ...at, axis: cursor.axis };
  }
  return cursor;
}

export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
