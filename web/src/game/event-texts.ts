/** Events and squares in words. */

import type { Texts } from "../texts";
import type { LiveEvent, SquareKind, Turn, View } from "../types";
import { seatName } from "./names";

export function squareText(square: SquareKind | null, t: Texts): string {
  if (!square) return t.square.hole;
  const factor = square.factor ?? 1;
  if (square.kind === "word")
    return factor === 2 ? t.square.word2 : factor === 3 ? t.square.word3 : t.square.word(factor);
  if (square.kind === "letter")
    return factor === 2 ? t.square.letter2 : factor === 3 ? t.square.letter3 : t.square.letter(factor);
  return square.kind === "program" ? square.about : "";
}

type EventOf<Name> = Extract<LiveEvent | Turn, { event: Name }>;

/** The text of an event; null for events that are not shown. */
export function eventText(event: LiveEvent | Turn, view: View, t: Texts): string | null {
  const who = "player" in event ? event.player : "seat" in event ? seatName(view, event.seat, t) : "";
  const of = "of" in event ? seatName(view, event.of, t) : "";
  const mine = "seat" in event && event.seat === view.viewer;
  switch (event.event) {
    case "played":
      return playedText(event, mine, who, t);
    case "play-failed":
      return t.event.failed(who);
    case "passed":
      return t.event.passed(who);
    case "exchanged":
      return t.event.exchanged(who, "count" in event ? event.count : countOf(event.returned));
    case "exchange-failed":
      return t.event.exchangeFailed(who);
    case "challenged":
      return event.verdict === "withdrawn" ? t.event.withdrawn(who, of) : t.event.stands(who, of);
    case "accepted":
      return t.event.accepted(who);
    case "turn-skipped":
      return t.event.skipped(who);
    case "timed-out":
      return t.event.timedOut(who);
    case "left":
      return leftText(event, who, t);
    case "joined":
      return t.event.joined(who);
    case "vacated":
      return t.event.vacated(who);
    case "started":
      return t.event.started;
    case "ended":
      return t.event.ended;
    case "away":
      return t.event.away(who);
    case "back":
      return t.event.back(who);
    case "undo-asked":
      return mine ? t.game.undoWaiting : t.game.undoAsked(who);
    case "undo-declined":
      return t.game.declined(who);
    case "undone":
      return t.game.undone;
    case "rematch":
      return t.event.rematch;
    default:
      return null;
  }
}

function playedText(play: EventOf<"played">, mine: boolean, who: string, t: Texts): string {
  const words = play.words.map((word) => word.word.toLocaleUpperCase()).join(", ");
  return mine ? t.event.youPlayed(words, play.score) : t.event.played(who, words, play.score);
}

function leftText(event: EventOf<"left">, who: string, t: Texts): string {
  if (event.why === "resigned") return t.event.resigned(who);
  return event.then === "computer" ? t.event.leftComputer(who) : t.event.left(who);
}

const countOf = (tiles: number[] | number): number => (Array.isArray(tiles) ? tiles.length : tiles);
