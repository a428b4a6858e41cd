/** A game turn by turn: the board and the scores after any of its turns. */

import type { BoardTile, PlayedTurn, TileKind, Turn } from "../types";

/** Whether a turn's tiles were taken back by a challenge right after it. */
export function wasWithdrawn(turns: Turn[], index: number): boolean {
  const next = turns[index + 1];
  return turns[index]?.event === "played" && next?.event === "challenged" && next.verdict === "withdrawn";
}

/** The tiles on the board after the first `count` turns. */
export function boardAfter(turns: Turn[], count: number): BoardTile[] {
  const shown = turns.slice(0, count);
  return shown.flatMap((turn, index) => (isPlay(turn) && !wasWithdrawn(shown, index) ? turn.tiles : []));
}

const isPlay = (turn: Turn): turn is PlayedTurn => turn.event === "played";

/** Everybody's score after the first `count` turns. */
export function scoresAfter(turns: Turn[], seats: number, count: number): number[] {
  const scores = new Array<number>(seats).fill(0);
  turns.slice(0, count).forEach((turn) => settle(scores, turn));
  return scores;
}

/** Brings scores up to date with a turn; the end of a game settles for the tiles that are left. */
function settle(scores: number[], turn: Turn): void {
  if (turn.event === "ended")
    for (const { seat, points } of turn.adjustments) scores[seat] = (scores[seat] ?? 0) + points;
  else if (turn.total !== undefined) scores[scoredSeat(turn)] = turn.total;
}

/** The seat whose score a turn may change: a challenge is about the play of another. */
const scoredSeat = (turn: SeatTurn): number => (turn.event === "challenged" ? turn.of : turn.seat);

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
export function lastPlay(turns: Turn[], count: number): PlayedTurn | null {
  const shown = turns.slice(0, count);
  for (let i = shown.length - 1; i >= 0; i--) {
    const turn = shown[i]!;
    if (isPlay(turn)) return wasWithdrawn(shown, i) ? null : turn;
  }
  return null;
}

/** Each seat's last turn with a score. */
export function lastScores(turns: Turn[], seats: number, count: number): (number | null)[] {
  const scores = new Array<number | null>(seats).fill(null);
  const shown = turns.slice(0, count);
  shown.forEach((turn, i) => {
    if (isTurn(turn)) scores[turn.seat] = turn.event === "played" && !wasWithdrawn(shown, i) ? turn.score : 0;
  });
  return scores;
}

/** How many turns, as the server counts them, are among the first `count` entries: ends, departures and answers do not count. */
export const turnNumber = (turns: Turn[], count: number): number => turns.slice(0, count).filter(isTurn).length;

/** Whether somebody took a turn. Ends, departures and answers are not turns. */
export const isTurn = (turn: Turn): turn is SeatTurn => TURNS.has(turn.event);

type SeatTurn = Exclude<Turn, { event: "ended" }>;

const TURNS = new Set(["played", "play-failed", "passed", "exchanged", "exchange-failed", "timed-out", "turn-skipped"]);

/** How many tiles of each kind were not on the board after the first `count` turns. */
export function offBoardAfter(kinds: TileKind[], turns: Turn[], count: number): Map<number, number> {
  const left = new Map(kinds.map((kind) => [kind.tile, kind.count]));
  for (const { tile } of boardAfter(turns, count)) left.set(tile, (left.get(tile) ?? 0) - 1);
  return left;
}
