/** Seats, squares and refusals in words. */

import { ApiError } from "../api";
import type { Texts } from "../texts/en";
import type { ListedSeat, LiveEvent, Reason, SeatKind, SquareKind, Turn, View } from "../types";

export function seatName(view: View, seat: number, t: Texts): string {
  const who = view.seats[seat];
  return who ? sitter(who, t) : t.create.seat(seat + 1);
}

/** Who sits there: a computer by its level, as "Easy 2". */
export function sitter({ kind, player, level }: Pick<ListedSeat, "kind" | "player" | "level">, t: Texts): string {
  if (kind === "open") return t.home.seatOpen;
  if (kind === "human" || level === undefined) return player ?? t.create.computer;
  return player?.startsWith(level) === false ? player : levelName(level, t) + (player ?? "").slice(level.length);
}

type Sitting = { kind: SeatKind; online?: boolean; awaited?: boolean };

/** Whether no person sits there. */
export const isMachine = (seat?: Sitting): boolean => seat?.kind === "computer" || seat?.kind === "bot";

/** Whether the seat waits for a player. */
export const isMissing = (seat: Sitting): boolean =>
  seat.kind === "open" || seat.awaited === true || (seat.kind === "bot" && seat.online === false);

export const levelName = (level: string, t: Texts): string => t.levels[level] ?? level.replace(/^bot:/, "");

/** What a preset is called and about, in the reader's language where there is a text for it. */
export const rulesText = (rules: { name: string; title: string; about: string }, t: Texts): [string, string] =>
  t.rules[rules.name] ?? [rules.title, rules.about];

/** A and B; A, B and C. */
export function listed(names: string[], t: Texts): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} ${t.over.and} ${names[names.length - 1]}`;
}

export function squareText(square: SquareKind | null, t: Texts): string {
  if (!square) return t.square.hole;
  const factor = square.factor ?? 1;
  if (square.kind === "word")
    return factor === 2 ? t.square.word2 : factor === 3 ? t.square.word3 : t.square.word(factor);
  if (square.kind === "letter")
    return factor === 2 ? t.square.letter2 : factor === 3 ? t.square.letter3 : t.square.letter(factor);
  return square.kind === "program" ? square.about : "";
}

/** Why something was refused: the first reason that says most, in the reader's language. */
export function refusalText(reasons: Reason[], fallback: string, t: Texts): string {
  const words = reasons.flatMap((reason) => (reason.code === "not-a-word" ? [reason.word] : []));
  if (words.length) return t.refusedWith["not-a-word"](words.join(", "));
  const reason = reasons[0];
  return reason ? reasonText(reason, t) : fallback;
}

/** Why a request failed. */
export function errorText(error: unknown, t: Texts): string {
  if (!(error instanceof ApiError)) return t.fault(error instanceof Error ? error.message : String(error));
  if (error.texts) return error.message;
  if (error.refused.length) return refusalText(error.refused, error.message, t);
  return t.error[error.code] ?? t.refused[error.code] ?? t.fault(error.message);
}

function reasonText(reason: Reason, t: Texts): string {
  if (reason.code === "opening-too-short") return t.refusedWith["opening-too-short"](reason.needed);
  if (reason.code === "bag-too-small") return t.refusedWith["bag-too-small"](reason.needed);
  if (reason.code === "not-on-rack" && reason.label) return t.refusedWith["not-on-rack"](reason.label);
  return t.refused[reason.code] ?? t.fault(reason.message);
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
