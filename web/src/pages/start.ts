/** Makes a game, remembers the seat and goes there. */

import { api, ApiError } from "../api";
import { app } from "../app.svelte";
import { writeSeat } from "../kept";
import type { GameAsked, Made } from "../types";

/** Goes to a game this browser has a seat in from now on. */
export function enter(made: Made): void {
  writeSeat(made.game.id, { seat: made.seat, key: made.key, ...(made.invite ? { invite: made.invite } : {}) });
  app.go(`/game/${made.game.id}`);
}

/** Why something failed, for people. */
export function why(error: unknown): string {
  if (error instanceof ApiError) return app.t.error[error.code] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Tells whether it could be made. */
export async function start(game: GameAsked): Promise<boolean> {
  try {
    enter(await api.create(game));
    return true;
  } catch (error) {
    app.notice(why(error), "bad");
    return false;
  }
}
