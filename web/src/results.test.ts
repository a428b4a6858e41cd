import { beforeEach, describe, expect, test, vi } from "vitest";
import { playedTurn, view } from "./game/testing";
import { addResults, findResults, parseResults, readResults, type Result, resultOf, summarize } from "./results";
import { en } from "./texts/testing";
import type { OwnGame, View } from "./types";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal("localStorage", new Proxy(storage, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor }));
});
const getOwnPropertyDescriptor = (_: unknown, key: string | symbol): PropertyDescriptor | undefined =>
  stored.has(String(key)) ? { enumerable: true, configurable: true, value: stored.get(String(key)) } : undefined;

const ended = (winners: number[]): View["over"] =>
  ({ cause: "passes", winners, adjustments: [] }) as object as View["over"];
const over = (winners: number[], some: Partial<View> = {}): View =>
  view({
    stage: "over",
    over: ended(winners),
    turns_list: [
      playedTurn(4, 0, "CAT", 1, 2, 6, 6),
      playedTurn(5, 1, "DO", 0, 3, 30, 30),
      playedTurn(6, 0, "COAT", 0, 4, 60, 66),
      { seq: 7, at: 0, seat: 1, of: 0, event: "challenged", words: [], verdict: "withdrawn", total: 6 },
    ],
    ...some,
  });
const result = (id: string, some: Partial<Result> = {}): Result => ({
  ...resultOf(over([0]), 1000, en)!,
  id,
  ...some,
});

describe("results", () => {
  test("tell who won, and the best play that stood", () => {
    expect(resultOf(over([0]), 7, en)).toMatchObject({ outcome: "won", at: 7, best: { word: "CAT", points: 6 } });
    expect(resultOf(over([1]), 7, en)?.outcome).toBe("lost");
    expect(resultOf(over([0, 1]), 7, en)?.outcome).toBe("tied");
    expect(resultOf(over([0]), 7, en)?.others).toEqual([{ name: "Bob", points: 0 }]);
  });

  test("are none for spectators and games that go on", () => {
    expect(resultOf(over([0], { viewer: null }), 7, en)).toBeNull();
    expect(resultOf(view(), 7, en)).toBeNull();
  });

  test("are kept once, the latest first", () => {
    expect(addResults([result("a", { at: 1 }), result("b", { at: 2 })])).toBe(2);
    expect(addResults([result("b", { at: 9 }), result("c", { at: 3 })])).toBe(1);
    expect(readResults().map((each) => [each.id, each.at])).toEqual([
      ["c", 3],
      ["b", 2],
      ["a", 1],
    ]);
  });

  test("are read back from what was written, and from nothing else", () => {
    const all = [result("a"), result("b", { best: null })];
    expect(parseResults(JSON.stringify(all))).toEqual(all);
    for (const text of ["", "{}", "[1]", "[null]", '[{"id":"a"}]', JSON.stringify([{ ...all[0], points: "9" }])])
      expect(parseResults(text), text).toBeNull();
  });

  test("add up", () => {
    const tied = result("c", { outcome: "tied", points: 300 });
    const all = [result("a", { points: 100 }), result("b", { outcome: "lost", points: 200 }), tied];
    const best = { word: "QUIXOTRY", points: 365 };
    const sum = summarize([...all, result("d", { points: 400, others: [{ name: "Cy", points: 1 }], best })]);
    expect(sum).toMatchObject({ games: 4, won: 2, average: 250, best, high: { id: "d" } });
    expect(sum.against).toEqual([
      { name: "Bob", games: 3, won: 1, lost: 1 },
      { name: "Cy", games: 1, won: 1, lost: 0 },
    ]);
    expect(summarize([])).toMatchObject({ games: 0, average: 0, best: null, high: null, against: [] });
  });

  test("of games with a key are looked up, those that are known are not asked for again", async () => {
    for (const id of ["a", "b", "c"]) stored.set(`quixotry.seat.${id}`, JSON.stringify({ seat: 0, key: id }));
    addResults([result("c")]);
    const asked: string[] = [];
    const found = await findResults(
      {
        held: async (games) => ({
          games: games.map(
            ({ id }) => ({ id, state: id === "a" ? "over" : "running", seat: 0, active: 5 }) as object as OwnGame,
          ),
        }),
        view: async (id) => {
          asked.push(id);
          return over([0], { id });
        },
      },
      en,
    );
    expect(asked).toEqual(["a"]);
    expect(found.map((each) => [each.id, each.at])).toEqual([["a", 5]]);
  });
});
