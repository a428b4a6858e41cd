import { describe, expect, test } from "vitest";
import { Listing } from "./listing";
import type { ListedGame, TableState } from "./types";

const game = (id: string, state: TableState = "open"): ListedGame => ({ id, state }) as ListedGame;

/** A server whose answers come when they are let go. */
function server(games: () => ListedGame[]) {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const answer = (state: TableState) => {
    asked++;
    const now = games().filter((each) => each.state === state);
    return new Promise<{ games: ListedGame[]; next: string | null }>((resolve) => waiting.push(() => resolve({ games: now, next: null })));
  };
  return { api: { games: answer } as never, asked: () => asked, letGo: async () => { waiting.splice(0).forEach((go) => go()); await new Promise((resolve) => setTimeout(resolve)); } };
}

const ids = (listing: Listing): string[] => [...(listing.games?.values() ?? [])].map((each) => `${each.id} ${each.state}`).sort();

describe("the list of games", () => {
  test("keeps the news that came while it was looked up", async () => {
    const made = server(() => [game("a"), game("b")]), listing = new Listing(made.api, () => undefined);
    const loading = listing.load();
    listing.game(game("a", "running"));
    listing.game(game("c"));
    listing.gone("b");
    await made.letGo();
    await loading;
    expect(ids(listing)).toEqual(["a running", "c open"]);
    listing.gone("c");
    expect(ids(listing)).toEqual(["a running"]);
  });

  test("is looked up once more when asked for meanwhile, and no more often", async () => {
    const games = [game("a")], made = server(() => games), listing = new Listing(made.api, () => undefined);
    const loading = listing.load();
    games.push(game("b"));
    void listing.load();
    void listing.load();
    await made.letGo();
    expect(ids(listing)).toEqual(["a open"]);
    await made.letGo();
    await loading;
    expect(ids(listing)).toEqual(["a open", "b open"]);
    expect(made.asked()).toBe(6);
  });

  test("says when it cannot be looked up, and keeps what it has", async () => {
    let broken = false;
    const api = { games: async () => { if (broken) throw new Error("offline"); return { games: [game("a")], next: null }; } } as never;
    const listing = new Listing(api, () => undefined);
    await listing.load();
    broken = true;
    await listing.load();
    expect([listing.failed, ids(listing)]).toEqual([true, ["a open"]]);
    broken = false;
    await listing.load();
    expect(listing.failed).toBe(false);
  });
});
