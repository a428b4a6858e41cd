/** "Play now": joins a person who waits for the same terms, or waits for one. */

import { api, codeOf } from "../api";
import { app } from "../app.svelte";
import { plainRules } from "../game/terms";
import { sitDown } from "../parts/sit-down";
import { savedGames, writeSeat } from "../storage";
import type { ListedGame, NewGameRequest } from "../types";
import { start, why } from "./start";

/** What is played: the plain rules of the language, for two, without a clock and without help. */
const request = (rules: string): NewGameRequest => ({
  player: app.name,
  rules,
  seats: [{ kind: "you" }, { kind: "open" }],
  clock: { kind: "off" },
  hints: false,
  undo: false,
  visibility: "public",
  starter: "random",
});

/** Whether a game waits for one more person on these terms. */
export function fits(game: ListedGame, rules: string): boolean {
  const { terms, seats } = game;
  return (
    game.rules === rules &&
    game.state === "open" &&
    seats.length === 2 &&
    seats.filter((seat) => seat.kind === "open").length === 1 &&
    seats.some((seat) => seat.kind === "human" && !seat.awaited) &&
    terms?.clock.kind === "off" &&
    terms.challenge === "void" &&
    !terms.hints &&
    !terms.undo &&
    terms.racks === "closed"
  );
}

/** How long ago somebody may have sat down and still be there. */
const FRESH = 30 * 60_000;

/** Sits down where somebody waits, the longest first, or makes a game that waits. Returns whether there is a game. */
export async function playNow(): Promise<boolean> {
  const rules = plainRules(app.words);
  try {
    const own = new Set(savedGames());
    const { games } = await api.games("open");
    const waiting = games.filter((game) => fits(game, rules) && !own.has(game.id) && Date.now() - game.active < FRESH);
    for (const game of waiting.sort((a, b) => a.created - b.created)) if (await join(game.id)) return true;
    return await start(request(rules));
  } catch (error) {
    app.notice(why(error), "bad");
    return false;
  }
}

/** Takes the free seat; returns whether it was still free. */
async function join(id: string): Promise<boolean> {
  try {
    const { seat, key } = await sitDown(id, null, undefined);
    writeSeat(id, { seat, key });
    app.go(`game/${id}`);
    return true;
  } catch (error) {
    if (["seat-taken", "table-full", "no-such-game", "forbidden"].includes(codeOf(error))) return false;
    throw error;
  }
}
