/** A game turn by turn: the board and the scores after any of its turns. */

import type { BoardTile, TileKind, Turn } from "../types";

/** Whether a turn's tiles were taken back by a challenge right after it. */
export function wasWithdrawn(turns: Turn[], index: number): boolean {
  const next = turns[index + 1];
  return turns[index]?.event === "played" && next?.event === "challenged" && next.verdict === "withdrawn";
}

/** The tiles on the board after the first `count` turns. */
export function boardAfter(turns: Turn[], count: number): BoardTile[] {
  const shown = turns.slice(0, count);
  return shown.flatMap((turn, index) => (layTiles(turn) && !wasWithdrawn(shown, index) ? turn.tiles! : []));
}

const layTiles = (turn: Turn): boolean => turn.event === "played" && Array.isArray(turn.tiles);

/** Everybody's score after the first `count` turns. */
export function scoresAfter(turns: Turn[], seats: number, count: number): number[] {
  const scores = new Array<number>(seats).fill(0);
  turns.slice(0, count).forEach((turn) => settle(scores, turn));
  return scores;
}

/** Brings scores up to date with a turn; the end of a game settles for the tiles that are left. */
function settle(scores: number[], turn: Turn): void {
  for (const { seat, points } of turn.adjustments ?? []) scores[seat] = (scores[seat] ?? 0) + points;
  if (turn.seat !== undefined && turn.total !== undefined) scores[turn.seat] = turn.total;
}

/** For each seat its score after 0, 1, 2 … turns: what the plot draws. */
export function series(turns: Turn[], seats: number): number[][] {
  const scores = new Array<number>(seats).fill(0);
  const lines = scores.map(() => [0]);
  for (const turn of turns) {
    settle(scores, turn);
    lines.forEach((line, seat) => line.push(scores[seat]!));
  }
  return lines;
}

/** The last turn that laid tiles among the first `count`. */
export function lastPlay(turns: Turn[], count: number): Turn | null {
  for (let i = count - 1; i >= 0; i--) {
    if (layTiles(turns[i]!)) return wasWithdrawn(turns.slice(0, count), i) ? null : turns[i]!;
  }
  return null;
}

/** Each seat's last turn with a score. */
export function lastScores(turns: Turn[], seats: number, count: number): (number | null)[] {
  const scores = new Array<number | null>(seats).fill(null);
  for (const turn of turns.slice(0, count)) if (isTurn(turn)) scores[turn.seat] = turn.score ?? 0;
  return scores;
}

/** How many turns, as the server counts them, are among the first `count` entries: ends, departures and answers are none. */
export const turnNumber = (turns: Turn[], count: number): number => turns.slice(0, count).filter(isTurn).length;

export const isTurn = (turn: Turn): boolean => TURNS.has(turn.event);

const TURNS = new Set(["played", "play-failed", "passed", "exchanged", "exchange-failed", "timed-out", "turn-skipped"]);

/** How many tiles of each kind were not on the board after the first `count` turns. */
export function offBoardAfter(kinds: TileKind[], turns: Turn[], count: number): Map<number, number> {
  const left = new Map(kinds.map((kind) => [kind.tile, kind.count]));
  for (const { tile } of boardAfter(turns, count)) left.set(tile, (left.get(tile) ?? 0) - 1);
  return left;
}
