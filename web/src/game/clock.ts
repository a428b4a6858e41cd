/** Time left, as it is shown. */

import type { ClockSetup, View } from "../types";

/** Milliseconds of `25m`, `1h30m`, `60s`, `500ms`, or of a number. */
export function millis(value: number | string | undefined): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === "number") return value;
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let sum = 0;
  for (const [, number, unit] of value.matchAll(/([\d.]+)\s*(ms|h|m|s)/g)) sum += Number(number) * units[unit!]!;
  return sum;
}

/** What a seat has left, `ahead` milliseconds after the view was made; null without a clock. */
export function timeLeft(view: View, clock: ClockSetup, seat: number, ahead: number): number | null {
  if (clock.kind === "off") return null;
  const running = view.stage === "playing" && view.turn === seat;
  const spent = running && view.since !== undefined ? view.now - view.since + ahead : 0;
  if (clock.kind === "turn") return running ? millis(clock.turn) - spent : null;
  const left = view.seats[seat]?.time_left;
  return left === undefined ? null : left - spent;
}

/** 12:05, 1:02:03, 0:09.4 in the last ten seconds, −0:12 in overtime. */
export function clockText(left: number): string {
  if (left < 0) return `−${clockText(Math.ceil(-left / 1000) * 1000)}`;
  if (left > 0 && left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Whether time is short: a tenth of what there was, but at least ten seconds and at most a minute. */
export function isLow(left: number, clock: ClockSetup): boolean {
  const whole = clock.kind === "off" ? 0 : millis(clock.kind === "turn" ? clock.turn : clock.initial);
  return left < Math.min(60_000, Math.max(10_000, whole / 10));
}
