/** Which page an address means. */

export type Route =
  { page: "home" } | { page: "new" } | { page: "settings" } | { page: "about" } | { page: "lost" } | GameRoute;

export interface GameRoute {
  page: "game";
  id: string;
  invite: string | null;
  turn: number | null;
}

export function routeOf(url: URL): Route {
  const path = url.pathname.replace(/\/+$/, "") || "/";
  const game = /^\/game\/([^/]+)$/.exec(path);
  if (game)
    return {
      page: "game",
      id: decodeURIComponent(game[1]!),
      invite: url.searchParams.get("invite"),
      turn: turnOf(url.hash),
    };
  if (path === "/") return { page: "home" };
  if (path === "/new" || path === "/settings" || path === "/about") return { page: path.slice(1) as "new" };
  return { page: "lost" };
}

const turnOf = (hash: string): number | null => (/^#\d+$/.test(hash) ? Number(hash.slice(1)) : null);
