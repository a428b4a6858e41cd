import { describe, expect, test } from "vitest";
import { en } from "../texts/testing";
import type { Turn, View } from "../types";
import { isLow } from "./clock";
import { endText, margin, standings, winnersText } from "./ending";
import { lastScores } from "./replay";
import { challengeCost, languageOf, spanText, termTexts } from "./terms";
import { view } from "./testing";

const play = (seat: number, score: number, word: string, tiles: number): Turn =>
  ({
    event: "played",
    seat,
    score,
    words: [{ word, points: score }],
    tiles: Array.from({ length: tiles }, (_, x) => ({ x, y: 0, tile: 1, letter: "A", points: 1 })),
  }) as unknown as Turn;
const left = (seat: number, why: string): Turn => ({ event: "left", seat, why, then: "leaves" }) as unknown as Turn;
const withdrawn = { event: "challenged", seat: 1, of: 0, verdict: "withdrawn" } as unknown as Turn;

/** A finished game of Ann and Bob. */
function over(cause: string, winners: number[], scores: number[], turns: Turn[] = [], by?: number): View {
  const base = view();
  const seats = base.seats.map((seat, i) => ({ ...seat, score: scores[i]! }));
  return { ...base, stage: "over", over: { cause, winners, by }, seats, turns_list: turns } as View;
}

describe("the end of a game", () => {
  test("says who did what", () => {
    const said = (why: string): string => endText(over("last-one-left", [0], [0, 0], [left(1, why)]), en);
    expect(said("resigned")).toBe("Bob gave up.");
    expect(said("out-of-time")).toBe("Bob ran out of time.");
    expect(said("lost-challenge")).toBe("Bob lost a challenge, and with it the game.");
    expect(endText(over("went-out", [0], [9, 8], [], 0), en)).toBe("Ann played the last tiles.");
    expect(endText(over("passes", [0], [9, 8]), en)).toBe("Everybody passed.");
  });

  test("names one winner, several, or none", () => {
    expect(winnersText(over("passes", [1], [1, 2]), en)).toBe("Bob wins!");
    expect(winnersText(over("passes", [0], [3, 2]), en)).toBe("You win!");
    expect(winnersText(over("passes", [0, 1], [2, 2]), en)).toBe("A tie: Ann and Bob");
    expect(winnersText(over("passes", [], [0, 0]), en)).toBe("Nobody wins.");
  });

  test("lists the winner first, also with fewer points, and each player's best play", () => {
    const turns = [play(0, 70, "QUIXOTE", 7), withdrawn, play(1, 12, "CAB", 3), play(1, 68, "SEVENTH", 7)];
    const order = standings(over("last-one-left", [1], [0, -8], turns), 7);
    expect(order.map(({ seat, bingos, best }) => [seat, bingos, best?.score])).toEqual([
      [1, 1, 68],
      [0, 0, undefined],
    ]);
    expect(margin(order)).toBeNull();
    expect(margin(standings(over("passes", [0], [30, 18]), 7))).toBe(12);
    expect(margin(standings(over("passes", [0, 1], [30, 30]), 7))).toBeNull();
  });

  test("a play that was withdrawn earned nothing", () => {
    expect(lastScores([play(0, 70, "QUIXOTE", 7), withdrawn], 2, 2)).toEqual([0, null]);
    expect(lastScores([play(0, 70, "QUIXOTE", 7)], 2, 1)).toEqual([70, null]);
  });
});

describe("terms", () => {
  const plain = { clock: { kind: "off" as const }, challenge: "void", hints: false, undo: false, racks: "closed" };

  test("are told in a few words", () => {
    expect(termTexts(plain, "en", en)).toEqual(["no clock", "words are checked"]);
    const clock = { kind: "game" as const, initial: 600_000, increment: 5000, penalty: 10, overtime: 0 };
    expect(termTexts({ ...plain, clock, challenge: "double", hints: true }, "en", en)).toEqual([
      "10 min each + 5 sec a turn",
      "wrong challenge costs a turn",
      "with hints",
    ]);
  });

  test("give times in the largest unit that fits", () => {
    expect([1000, 90_000, 150_000, 3_600_000, 172_800_000].map((span) => spanText(span, "en"))).toEqual([
      "1 sec",
      "90 sec",
      "2.5 min",
      "1 hr",
      "2 days",
    ]);
  });

  test("a challenge says what it costs", () => {
    expect(challengeCost("triple", "Bob", en)).toContain("you lose the game");
    expect(challengeCost("five-point", "Bob", en)).toContain("Bob gets 5 points");
    expect(challengeCost("8 points", "Bob", en)).toBe("If the play is good Bob gets 8 points.");
  });

  test("the language of a word list is named in the reader's", () => {
    expect(languageOf("french", "de")).toBe("Französisch");
    expect(languageOf("english-super", "en")).toBe("English");
    expect(languageOf("mine", "en")).toBe("");
  });
});

describe("a clock", () => {
  test("warns in proportion", () => {
    const clock = (initial: number) => ({ kind: "game" as const, initial, increment: 0, penalty: 0, overtime: 0 });
    expect([isLow(11_000, clock(60_000)), isLow(9000, clock(60_000))]).toEqual([false, true]);
    expect([isLow(61_000, clock(3_600_000)), isLow(59_000, clock(3_600_000))]).toEqual([false, true]);
  });
});
