/** All games as the home page lists them: looked up, then changed as news of them comes. */

import type { Api } from "./api";
import type { ListedGame, TableState } from "./types";

export const STATES: readonly TableState[] = ["open", "running", "over"];

type Games = ReadonlyMap<string, ListedGame>;
type News = (games: Map<string, ListedGame>) => void;

export class Listing {
  games: Games | null = null;
  failed = false;
  /** Where the list of finished games goes on. */
  next: string | null = null;
  /** What came while the list was looked up, which may be older than that. */
  #meanwhile: News[] | null = null;
  #again = false;

  constructor(private readonly api: Pick<Api, "games">, private readonly changed: () => void) {}

  /** Looks the list up; once more afterwards if asked again meanwhile. */
  async load(): Promise<void> {
    this.#again = this.#meanwhile !== null;
    if (this.#again) return;
    do {
      this.#again = false;
      this.#meanwhile = [];
      await this.#lookUp(this.#meanwhile);
      this.#meanwhile = null;
      this.changed();
    } while (this.#again);
  }

  async #lookUp(meanwhile: News[]): Promise<void> {
    try {
      const pages = await Promise.all(STATES.map((each) => this.api.games(each, "")));
      this.games = changedBy(byId(pages.flatMap((page) => page.games)), meanwhile);
      this.next = pages.at(-1)!.next;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** Looks up more finished games. */
  async more(): Promise<void> {
    const page = await this.api.games("over", "", this.next);
    this.games = new Map([...byId(page.games), ...(this.games ?? [])]);
    this.next = page.next;
    this.changed();
  }

  /** A game is new or has changed. */
  game(game: ListedGame): void {
    this.#hear((games) => games.set(game.id, game));
  }

  gone(id: string): void {
    this.#hear((games) => games.delete(id));
  }

  #hear(news: News): void {
    this.#meanwhile?.push(news);
    if (!this.games) return;
    this.games = changedBy(new Map(this.games), [news]);
    this.changed();
  }
}

const byId = (games: ListedGame[]): Map<string, ListedGame> => new Map(games.map((game) => [game.id, game]));

function changedBy(games: Map<string, ListedGame>, news: News[]): Games {
  news.forEach((each) => each(games));
  return games;
}
