import { describe, expect, test } from "vitest";
import { newGameRequest, emptyForm, assignSeat, gameGroups, hasHints, seatsFor } from "./new-game";

const rules = {
  name: "r",
  title: "",
  about: "",
  seats: [2, 4] as [number, number],
  board: "",
  picture: ["."],
  tiles: "",
  lexicon: "english",
  rack: 7,
  hints: true,
  undo: false,
  takeover: false,
};

describe("the choice of games", () => {
  test("has the reader's language first, and what most people play before the rest", () => {
    const entry = (name: string, lexicon: string) => ({ ...rules, name, lexicon });
    const all = ["cornell", "wespa", "standard", "super"].map((name) => entry(name, "english"));
    const groups = gameGroups([...all, entry("german", "german")], (lexicon) => lexicon === "german");
    expect(groups.map(([language, entries]) => [language, entries.map((each) => each.name)])).toEqual([
      ["german", ["german"]],
      ["english", ["standard", "super", "wespa", "cornell"]],
    ]);
  });
});

describe("a new game", () => {
  test("asks for no more than was chosen", () => {
    expect(newGameRequest(emptyForm(), "Ann")).toEqual({
      player: "Ann",
      rules: "standard",
      visibility: "public",
      starter: "random",
      seats: [{ kind: "you" }, { kind: "open" }],
      hints: false,
    });
  });

  test("between people has hints only if they were chosen", () => {
    const alone = { ...emptyForm(), seats: ["you", "computer:easy"] };
    expect(newGameRequest(alone, "Ann").hints).toBeUndefined();
    expect(hasHints(alone, rules)).toBe(true);
    expect(hasHints(emptyForm(), rules)).toBe(false);
    expect(newGameRequest({ ...emptyForm(), hints: true }, "Ann").hints).toBe(true);
  });

  test("asks for everything that was chosen", () => {
    const form = {
      ...emptyForm(),
      name: " Tea ",
      board: "diamond",
      seats: ["you", "computer:greedy"],
      racks: "open" as const,
      challenge: "double",
      hints: false,
      undo: true,
    };
    expect(newGameRequest(form, "Ann")).toMatchObject({
      name: "Tea",
      board: "diamond",
      racks: "open",
      challenge: "double",
      hints: false,
      undo: true,
      seats: [{ kind: "you" }, { kind: "computer", level: "greedy" }],
    });
  });

  test.each([
    ["off", { kind: "off" }],
    ["game", { kind: "game", initial: "1500s", increment: "0s", penalty: 10, overtime: "10m" }],
    ["turn", { kind: "turn", turn: "60s", then: "pass" }],
  ] as const)("has a clock: %s", (clock, told) =>
    expect(newGameRequest({ ...emptyForm(), clock }, "Ann").clock).toEqual(told),
  );

  test("has as many seats as its rules", () => {
    expect(seatsFor(["you"], rules, "greedy")).toEqual(["you", "computer:greedy"]);
    expect(seatsFor(["you", "open", "open", "open", "open"], rules, "greedy")).toHaveLength(4);
  });

  test("keeps an open seat open, whatever the rules do with seats that nobody chose", () => {
    const two = { ...rules, seats: [2, 2] as [number, number] };
    const seats = seatsFor(emptyForm().seats, two, "strong");
    expect(newGameRequest({ ...emptyForm(), rules: "skrabbkle", seats }, "Ann").seats).toEqual([
      { kind: "you" },
      { kind: "open" },
    ]);
  });

  test("can have no word list", () => {
    expect(newGameRequest({ ...emptyForm(), lexicon: "none" }, "Ann").lexicon).toBe("none");
  });

  test("has one of you at most", () => {
    expect(assignSeat(["you", "open"], 1, "you")).toEqual(["open", "you"]);
    expect(assignSeat(["you", "open"], 1, "computer:first")).toEqual(["you", "computer:first"]);
  });
});
