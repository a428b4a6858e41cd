/** A new game as somebody chooses it, and as it is asked for. */

import type { GameAsked, RulesEntry, SeatAsked } from "../types";

/** What the form holds. An empty text or null leaves it to the rules. */
export interface Wish {
  name: string;
  rules: string;
  board: string;
  lexicon: string;
  /** `you`, `open` or `computer:<level>`. */
  seats: string[];
  visibility: "public" | "private";
  clock: "" | "off" | "game" | "turn";
  minutes: number;
  increment: number;
  seconds: number;
  then: "pass" | "forfeit";
  racks: "" | "open" | "closed";
  challenge: string;
  hints: boolean | null;
  undo: boolean | null;
  takeover: boolean | null;
}

export const firstWish = (): Wish => ({
  name: "",
  rules: "standard",
  board: "",
  lexicon: "",
  seats: ["you", "open"],
  visibility: "public",
  clock: "",
  minutes: 25,
  increment: 0,
  seconds: 60,
  then: "pass",
  racks: "",
  challenge: "",
  hints: null,
  undo: null,
  takeover: null,
});

/** The seats, as many as these rules have at least and at most. */
export function seatsFor(seats: string[], rules: RulesEntry, level: string): string[] {
  const [fewest, most] = rules.seats;
  const more = Array.from({ length: Math.max(0, fewest - seats.length) }, () => `computer:${level}`);
  return [...seats, ...more].slice(0, most);
}

/** Sits somebody at a seat; there is only one of you. */
export function seated(seats: string[], at: number, who: string): string[] {
  return seats.map((seat, i) => (i === at ? who : who === "you" && seat === "you" ? "open" : seat));
}

const seatAsked = (seat: string): SeatAsked =>
  seat === "you"
    ? { kind: "you" }
    : seat === "open"
      ? { kind: "open" }
      : { kind: "computer", level: seat.slice("computer:".length) };

function clockAsked(wish: Wish): Record<string, unknown> | undefined {
  if (wish.clock === "game")
    return { kind: "game", initial: `${wish.minutes}m`, increment: `${wish.increment}s`, penalty: 10, overtime: "10m" };
  if (wish.clock === "turn") return { kind: "turn", turn: `${wish.seconds}s`, then: wish.then };
  return wish.clock === "off" ? { kind: "off" } : undefined;
}

/** What is sent: only what differs from the rules. */
export function asked(wish: Wish, player: string): GameAsked {
  const { rules, visibility, board, lexicon, racks, challenge, hints, undo, takeover } = wish;
  const chosen = {
    name: wish.name.trim(),
    board,
    lexicon,
    racks,
    challenge,
    hints,
    undo,
    takeover,
    clock: clockAsked(wish),
  };
  const given = Object.entries(chosen).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return { player, rules, visibility, seats: wish.seats.map(seatAsked), ...Object.fromEntries(given) };
}
