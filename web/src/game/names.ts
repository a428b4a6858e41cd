/** Seats, presets and refusals in words. */

import { ApiError } from "../api";
import type { BaseTexts, GameTexts, PagesTexts } from "../texts";
import type { ListedSeat, Reason, SeatKind, View } from "../types";

export function seatName(view: View, seat: number, t: BaseTexts): string {
  const who = view.seats[seat];
  return who ? sitter(who, t) : t.common.seat(seat + 1);
}

/** Who sits there: a computer by its level, as "Easy 2". */
export function sitter({ kind, player, level }: Pick<ListedSeat, "kind" | "player" | "level">, t: BaseTexts): string {
  if (kind === "open") return t.home.seatOpen;
  if (kind === "human" || level === undefined) return player ?? t.common.computer;
  return player?.startsWith(level) === false ? player : levelName(level, t) + (player ?? "").slice(level.length);
}

type Sitting = { kind: SeatKind; online?: boolean; awaited?: boolean };

/** Whether no person sits there. */
export const isMachine = (seat?: Sitting): boolean => seat?.kind === "computer" || seat?.kind === "bot";

/** Whether the seat waits for a player. */
export const isMissing = (seat: Sitting): boolean =>
  seat.kind === "open" || seat.awaited === true || (seat.kind === "bot" && seat.online === false);

export const levelName = (level: string, t: BaseTexts): string => t.levels[level] ?? level.replace(/^bot:/, "");

/** What a preset is called, in the reader's language where there is a text for it. */
export const rulesTitle = (rules: { name: string; title: string }, t: BaseTexts): string =>
  t.rules[rules.name] ?? rules.title;

/** What a preset is about, likewise. */
export const rulesAbout = (rules: { name: string; about: string }, t: PagesTexts): string =>
  t.summaries[rules.name] ?? rules.about;

/** A and B; A, B and C. */
export function listed(names: string[], t: BaseTexts): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} ${t.common.and} ${names[names.length - 1]}`;
}

/** Why something was refused: the first reason that says most, in the reader's language. */
export function refusalText(reasons: Reason[], fallback: string, t: BaseTexts & GameTexts): string {
  const words = reasons.flatMap((reason) => (reason.code === "not-a-word" ? [reason.word] : []));
  if (words.length) return t.refusedWith["not-a-word"](words.join(", "));
  const reason = reasons[0];
  return reason ? reasonText(reason, t) : fallback;
}

/** Why a request failed. Only in a game is there anything to refuse, and the texts for it. */
export function errorText(error: unknown, t: BaseTexts | (BaseTexts & GameTexts)): string {
  if (!(error instanceof ApiError)) return t.fault(error instanceof Error ? error.message : String(error));
  if (error.texts) return error.message;
  if (!("refused" in t)) return t.error[error.code] ?? t.fault(error.message);
  if (error.refused.length) return refusalText(error.refused, error.message, t);
  return t.error[error.code] ?? t.refused[error.code] ?? t.fault(error.message);
}

function reasonText(reason: Reason, t: BaseTexts & GameTexts): string {
  if (reason.code === "opening-too-short") return t.refusedWith["opening-too-short"](reason.needed);
  if (reason.code === "bag-too-small") return t.refusedWith["bag-too-small"](reason.needed);
  if (reason.code === "not-on-rack" && reason.label) return t.refusedWith["not-on-rack"](reason.label);
  return t.refused[reason.code] ?? t.fault(reason.message);
}
