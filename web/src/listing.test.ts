import { describe, expect, test } from "vitest";
import { type Listed, listing } from "./listing";
import type { ListedGame, TableState } from "./types";

const game = (id: string, state: TableState = "open"): ListedGame => ({ id, state }) as ListedGame;

/** A server whose answers come when they are let go. */
function server(games: () => ListedGame[]) {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const answer = (state: TableState) => {
    asked++;
    const now = games().filter((each) => each.state === state);
    return new Promise<{ games: ListedGame[]; next: string | null }>((resolve) =>
      waiting.push(() => resolve({ games: now, next: null })),
    );
  };
  return {
    api: { games: answer, counts: async () => ({ open: 1, running: 2, over: 3, most: 1000 }) } as never,
    asked: () => asked,
    letGo: async () => {
      waiting.splice(0).forEach((go) => go());
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** The list, with what it shows. */
function followed(api: never) {
  const shown: { now?: Listed } = {};
  return Object.assign(
    listing(api, (now) => {
      shown.now = now;
    }),
    { shown },
  );
}

const ids = ({ shown }: ReturnType<typeof followed>): string[] =>
  [...(shown.now?.games?.values() ?? [])].map((each) => `${each.id} ${each.state}`).sort();

describe("the list of games", () => {
  test("keeps the news that came while it was looked up", async () => {
    const made = server(() => [game("a"), game("b")]),
      list = followed(made.api);
    const loading = list.resync();
    list.game(game("a", "running"));
    list.game(game("c"));
    list.gone("b");
    await made.letGo();
    await loading;
    expect(ids(list)).toEqual(["a running", "c open"]);
    list.gone("c");
    expect(ids(list)).toEqual(["a running"]);
  });

  test("is looked up once more when asked for meanwhile, and no more often", async () => {
    const games = [game("a")],
      made = server(() => games),
      list = followed(made.api);
    const loading = list.resync();
    games.push(game("b"));
    void list.resync();
    void list.resync();
    await made.letGo();
    expect(ids(list)).toEqual(["a open"]);
    await made.letGo();
    await loading;
    expect(ids(list)).toEqual(["a open", "b open"]);
    expect(made.asked()).toBe(6);
  });

  test("counts as the server does, and keeps to what is searched for", async () => {
    const named = (id: string, name: string): ListedGame =>
      ({ id, name, state: "open", rules: "standard", rules_title: "Standard", seats: [] }) as unknown as ListedGame;
    const asked: string[] = [];
    const api = {
      games: async (state: TableState, words: string) => {
        asked.push(words);
        return { games: state === "open" ? [named("a", "Tea")] : [], next: state === "open" ? "7" : null };
      },
      counts: async () => ({ open: 79, running: 171, over: 1000, most: 1000 }),
    } as never;
    const list = followed(api);
    await list.search("tea");
    expect(asked).toEqual(["tea", "tea", "tea"]);
    expect(list.shown.now?.counts?.running).toBe(171);
    expect(list.shown.now?.next).toEqual({ open: "7", running: null, over: null });
    list.game(named("b", "Teatime"));
    list.game(named("c", "Coffee"));
    expect(ids(list)).toEqual(["a open", "b open"]);
    list.stop();
  });

  test("says when it cannot be looked up, and keeps what it has", async () => {
    let broken = false;
    const api = {
      games: async () => {
        if (broken) throw new Error("offline");
        return { games: [game("a")], next: null };
      },
      counts: async () => ({ open: 1, running: 0, over: 0, most: 1000 }),
    } as never;
    const list = followed(api);
    await list.resync();
    broken = true;
    await list.resync();
    expect([list.shown.now?.failed, ids(list)]).toEqual([true, ["a open"]]);
    broken = false;
    await list.resync();
    expect(list.shown.now?.failed).toBe(false);
  });
});
