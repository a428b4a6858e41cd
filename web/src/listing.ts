/** The list of games on the home page: fetched once, then updated by events. */

import type { Api } from "./api";
import type { LobbyWatcher } from "./live";
import type { ListedGame, TableState } from "./types";

export const STATES: readonly TableState[] = ["open", "running", "over"];

export interface Listed {
  games: ReadonlyMap<string, ListedGame> | null;
  /** Where the list of finished games goes on. */
  next: string | null;
  failed: boolean;
}

type News = (games: Map<string, ListedGame>) => void;

/** A list that shows itself whenever it changes. */
export function listing(
  api: Pick<Api, "games">,
  show: (listed: Listed) => void,
): LobbyWatcher & { more: () => Promise<void> } {
  let listed: Listed = { games: null, next: null, failed: false };
  /** Events that arrived while the list was fetched; the list may be older than these. */
  let meanwhile: News[] | null = null;
  let again = false;

  const change = (some: Partial<Listed>): void => show((listed = { ...listed, ...some }));
  const withNews = (games: Iterable<readonly [string, ListedGame]>, ...news: News[]): Map<string, ListedGame> => {
    const map = new Map(games);
    news.forEach((each) => each(map));
    return map;
  };
  const hear = (news: News): void => {
    meanwhile?.push(news);
    if (listed.games) change({ games: withNews(listed.games, news) });
  };

  async function lookUp(heard: News[]): Promise<Partial<Listed>> {
    const pages = await Promise.all(STATES.map((each) => api.games(each)));
    return { games: withNews(pages.flatMap(byId), ...heard), next: pages[2]!.next, failed: false };
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

  async function more(): Promise<void> {
    const page = await api.games("over", listed.next);
    change({ games: withNews([...byId(page), ...(listed.games ?? [])]), next: page.next });
  }

  return {
    resync,
    more,
    game: (game) => hear((games) => games.set(game.id, game)),
    gone: (id) => hear((games) => games.delete(id)),
  };
}

const byId = (page: { games: ListedGame[] }): [string, ListedGame][] => page.games.map((game) => [game.id, game]);
