/** How a game ended, in words: who won, why it was over, and what each player did best. */

import type { Texts } from "../texts";
import type { PlayedTurn, Turn, View } from "../types";
import { listed, seatName } from "./names";
import { wasWithdrawn } from "./replay";

/** Who won. */
export function winnersText(view: View, t: Texts): string {
  if (view.result) return view.result;
  const winners = view.over?.winners ?? [];
  const [only] = winners;
  if (only === undefined) return t.over.nobody;
  if (winners.length > 1) return t.over.tie(namesOf(view, winners, t));
  return only === view.viewer ? t.over.youWin : t.over.wins(seatName(view, only, t));
}

const namesOf = (view: View, seats: number[], t: Texts): string =>
  listed(
    seats.map((seat) => seatName(view, seat, t)),
    t,
  );

/** Why the game is over, and who did it. */
export function endText(view: View, t: Texts): string {
  const { cause = "", by } = view.over ?? {};
  if (cause === "went-out" && by !== undefined) return t.over.wentOut(seatName(view, by, t));
  const left = view.turns_list.flatMap((turn) => (turn.event === "left" ? [leftText(view, turn, t)] : []));
  if ((cause === "forfeit" || cause === "last-one-left") && left.length > 0) return left.join(" ");
  return t.over.causes[cause] ?? "";
}

function leftText(view: View, turn: Extract<Turn, { event: "left" }>, t: Texts): string {
  return t.over.left[turn.why](seatName(view, turn.seat, t));
}

export interface Standing {
  seat: number;
  score: number;
  won: boolean;
  best: PlayedTurn | null;
  bingos: number;
}

/** Everybody, the winners first and then by points. `bonusFrom` is how many tiles earn the bonus. */
export function standings(view: View, bonusFrom: number): Standing[] {
  const winners = new Set(view.over?.winners ?? []);
  const all = view.seats.map(({ score }, seat): Standing => {
    const plays = playsOf(view.turns_list, seat);
    const best = plays.reduce<PlayedTurn | null>((top, play) => (top && top.score >= play.score ? top : play), null);
    const bingos = plays.filter((play) => play.tiles.length >= bonusFrom).length;
    return { seat, score, won: winners.has(seat), best, bingos };
  });
  return all.sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score);
}

const playsOf = (turns: Turn[], seat: number): PlayedTurn[] =>
  turns.filter(
    (turn, i): turn is PlayedTurn => turn.event === "played" && turn.seat === seat && !wasWithdrawn(turns, i),
  );

/** By how much the first is ahead of the second; null for a tie, or where points did not decide. */
export function margin([first, second]: Standing[]): number | null {
  if (!first?.won || !second || second.won) return null;
  return first.score > second.score ? first.score - second.score : null;
}
