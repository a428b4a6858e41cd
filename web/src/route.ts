/** Which page an address means. */

export type Route = { page: "home" | "lost" | PlainPage } | GameRoute;

/** Pages whose address is their name. */
const PLAIN = ["new", "settings", "about", "learn", "mine", "words", "workshop"] as const;
type PlainPage = (typeof PLAIN)[number];

export interface GameRoute {
  page: "game";
  id: string;
  invite: string | null;
  turn: number | null;
  /** The token by which a seat is carried to this device. */
  handOver: string | null;
}

/** The page of an address in a site that begins at `base`. */
export function routeOf(url: URL, base: string): Route {
  const path = url.pathname.slice(new URL(base).pathname.length).replace(/\/+$/, "");
  const game = /^game\/([^/]+)$/.exec(path);
  if (game)
    return {
      page: "game",
      id: decodeURIComponent(game[1]!),
      invite: url.searchParams.get("invite"),
      turn: turnOf(url.hash),
      handOver: /^#hand-over=(\w+)$/.exec(url.hash)?.[1] ?? null,
    };
  if (path === "") return { page: "home" };
  const plain = PLAIN.find((page) => path === page);
  return { page: plain ?? "lost" };
}

const turnOf = (hash: string): number | null => (/^#\d+$/.test(hash) ? Number(hash.slice(1)) : null);
