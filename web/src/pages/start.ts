/** Makes a game, remembers the seat and goes there. */

import { api } from "../api";
import { app } from "../app.svelte";
import { errorText } from "../game/names";
import { writeSeat } from "../kept";
import type { GameAsked, Made } from "../types";

/** Goes to a game this browser has a seat in from now on. */
export function enter(made: Made): void {
  writeSeat(made.game.id, { seat: made.seat, key: made.key, ...(made.invite ? { invite: made.invite } : {}) });
  app.go(`/game/${made.game.id}`);
}

/** Why something failed, for people. */
export const why = (error: unknown): string => errorText(error, app.t);

/** Tells whether it could be made. */
export async function start(game: GameAsked): Promise<boolean> {
  try {
    enter(await api.create({ name: app.t.create.gameOf(game.player ?? app.name), ...game }));
    return true;
  } catch (error) {
    app.notice(why(error), "bad");
    return false;
  }
}
