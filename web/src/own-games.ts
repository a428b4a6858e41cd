/** The games that this browser has a key to, private ones too: those where it is one's turn first. */

import type { Api } from "./api";
import { readSeat, savedGames } from "./storage";
import type { HeldGame, OwnGame } from "./types";

/** How many games are asked for at once. */
const AT_ONCE = 100;

/** All games of this browser that still exist. */
export async function ownGames(api: Pick<Api, "held">): Promise<OwnGame[]> {
  const held = savedGames().map((id): HeldGame => {
    const seat = readSeat(id);
    return { id, ...(seat?.key ? { key: seat.key } : {}), ...(seat?.invite ? { invite: seat.invite } : {}) };
  });
  const found: OwnGame[] = [];
  for (let at = 0; at < held.length; at += AT_ONCE) found.push(...(await api.held(held.slice(at, at + AT_ONCE))).games);
  return inOrder(found);
}

export const isMyMove = (game: OwnGame): boolean =>
  game.state === "running" && game.seat !== null && game.turn === game.seat;

/** Where it is one's turn first, then what is played, then what waits; the latest first. */
export function inOrder(games: OwnGame[]): OwnGame[] {
  const rank = (game: OwnGame): number =>
    isMyMove(game) ? 0 : game.state === "running" ? 1 : game.state === "open" ? 2 : 3;
  return [...games].sort((a, b) => rank(a) - rank(b) || b.active - a.active);
}
