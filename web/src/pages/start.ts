/** Creates a game, saves the seat and opens the game. */

import { api } from "../api";
import { app } from "../app.svelte";
import { errorText } from "../game/names";
import { writeSeat } from "../storage";
import type { NewGameRequest, Made } from "../types";

/** Goes to a game this browser has a seat in from now on. */
export function enter(made: Made): void {
  writeSeat(made.game.id, { seat: made.seat, key: made.key, ...(made.invite ? { invite: made.invite } : {}) });
  app.go(`game/${made.game.id}`);
}

/** The text of an error. */
export const why = (error: unknown): string => errorText(error, app.t);

/** How many characters a name may have. */
const NAME_LENGTH = 40;

/** "Ann's game", or only the name where that is too long. */
function gameName(player: string): string {
  const name = app.t.common.gameOf(player);
  return [...name].length <= NAME_LENGTH ? name : player;
}

/** Returns whether the game was created. */
export async function start(game: NewGameRequest): Promise<boolean> {
  try {
    enter(await api.create({ name: gameName(game.player ?? app.name), ...game }));
    return true;
  } catch (error) {
    app.notice(why(error), "bad");
    return false;
  }
}
