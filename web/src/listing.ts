/** The list of games on the home page: searched and counted by the server, fetched page by page, updated by events. */

import type { Api } from "./api";
import type { LobbyWatcher } from "./live";
import type { GameCounts, ListedGame, TableState } from "./types";

export const STATES: readonly TableState[] = ["open", "running", "over"];

/** How long events are collected before the games are counted again. */
const COUNT_AFTER = 1500;

export interface Listed {
  games: ReadonlyMap<string, ListedGame> | null;
  /** Where each list goes on. */
  next: Record<TableState, string | null>;
  /** How many games there are; null until they are counted. */
  counts: GameCounts | null;
  failed: boolean;
}

export const EMPTY: Listed = {
  games: null,
  next: { open: null, running: null, over: null },
  counts: null,
  failed: false,
};

type News = (games: Map<string, ListedGame>) => void;

interface Listing extends LobbyWatcher {
  more: (state: TableState) => Promise<void>;
  /** Lists the games with these words, or all. */
  search: (words: string) => Promise<void>;
  stop: () => void;
}

/** A list that shows itself whenever it changes. */
export function listing(api: Pick<Api, "games" | "counts">, show: (listed: Listed) => void): Listing {
  let listed = EMPTY,
    words = "";
  /** Events that arrived while the list was fetched; the list may be older than these. */
  let meanwhile: News[] | null = null;
  let again = false;
  let counting: ReturnType<typeof setTimeout> | undefined;

  const change = (some: Partial<Listed>): void => show((listed = { ...listed, ...some }));
  const withNews = (games: Iterable<readonly [string, ListedGame]>, ...news: News[]): Map<string, ListedGame> => {
    const map = new Map(games);
    news.forEach((each) => each(map));
    return map;
  };
  const hear = (news: News): void => {
    meanwhile?.push(news);
    if (listed.games) change({ games: withNews(listed.games, news) });
    counting ??= setTimeout(() => void count(), COUNT_AFTER);
  };

  async function count(): Promise<void> {
    counting = undefined;
    const counts = await api.counts().catch(() => listed.counts);
    change({ counts });
  }

  async function lookUp(heard: News[]): Promise<Partial<Listed>> {
    const [counts, ...pages] = await Promise.all([
      api.counts().catch(() => null),
      ...STATES.map((each) => api.games(each, words)),
    ]);
    const next = Object.fromEntries(STATES.map((each, i) => [each, pages[i]!.next])) as Listed["next"];
    return { games: withNews(pages.flatMap(byId), ...heard), next, counts, failed: false };
  }

  /** Looks the list up; once more afterwards if asked again meanwhile. */
  async function resync(): Promise<void> {
    again = meanwhile !== null;
    if (again) return;
    do {
      again = false;
      change(await lookUp((meanwhile = [])).catch(() => ({ failed: true })));
      meanwhile = null;
    } while (again);
  }

  async function more(state: TableState): Promise<void> {
    const page = await api.games(state, words, listed.next[state]);
    change({
      games: withNews([...byId(page), ...(listed.games ?? [])]),
      next: { ...listed.next, [state]: page.next },
    });
  }

  return {
    resync,
    more,
    search: (wanted) => {
      words = wanted;
      return resync();
    },
    stop: () => clearTimeout(counting),
    game: (game) => hear((games) => (hasWords(game, words) ? games.set(game.id, game) : games.delete(game.id))),
    gone: (id) => hear((games) => games.delete(id)),
  };
}

const byId = (page: { games: ListedGame[] }): [string, ListedGame][] => page.games.map((game) => [game.id, game]);

/** Whether a game that changed belongs to what was searched for, by the rule of the server. */
function hasWords(game: ListedGame, words: string): boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const players = game.seats.map((seat) => seat.player ?? "");
  const texts = [game.name, game.rules, game.rules_title, ...players].map((text) => text.toLowerCase());
  return wanted.every((word) => texts.some((text) => text.includes(word)));
}
