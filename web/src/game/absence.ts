/** Players who have lost the connection, and how long the others wait for them. */

import type { GameState } from "./state";

export interface Absence {
  seat: number;
  /** How long until the rules act, or the others may, in milliseconds. */
  left: number;
}

/** Another player who is away from a running game, the one to be waited for the shortest; null if all are there. */
export function absenceAt({ view, received }: Pick<GameState, "view" | "received">, now: number): Absence | null {
  if (view.stage !== "playing" && view.stage !== "answering") return null;
  const server = view.now + now - received;
  const away = view.seats.flatMap((seat, i) =>
    seat.away && i !== view.viewer ? [{ seat: i, left: Math.max(0, seat.away.due - server) }] : [],
  );
  return away.sort((a, b) => a.left - b.left)[0] ?? null;
}
