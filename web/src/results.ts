/** One's finished games, kept in this browser also when the server has forgotten them. */

import type { Api } from "./api";
import { sitter } from "./game/names";
import { wasWithdrawn } from "./game/replay";
import { readSeat, readText, savedGames, writeText } from "./storage";
import type { BaseTexts } from "./texts";
import type { HeldGame, View } from "./types";

/** A finished game, from the seat of its player. */
export interface Result {
  id: string;
  name: string;
  rules: string;
  /** When it ended. */
  at: number;
  points: number;
  others: { name: string; points: number }[];
  outcome: "won" | "lost" | "tied";
  /** The play with the most points. */
  best: { word: string; points: number } | null;
}

export interface Summary {
  games: number;
  won: number;
  /** Points a game. */
  average: number;
  best: { word: string; points: number } | null;
  high: Result | null;
  /** By opponent, those met most often first. */
  against: { name: string; games: number; won: number; lost: number }[];
}

const KEY = "results";
/** How many games are kept. */
const MOST = 2000;

/** The games kept here, the latest first. */
export function readResults(): Result[] {
  return parseResults(readText(KEY) ?? "[]") ?? [];
}

/** Adds games to those kept; a game that is known stays as it is. Returns how many were added. */
export function addResults(found: Result[]): number {
  const known = readResults();
  const ids = new Set(known.map((each) => each.id));
  const added = found.filter((each) => !ids.has(each.id));
  const all = [...known, ...added].sort((a, b) => b.at - a.at).slice(0, MOST);
  if (added.length > 0) writeText(KEY, JSON.stringify(all));
  return added.length;
}

/** Games read from a text, such as a file of this page; null if it is none. */
export function parseResults(text: string): Result[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every(isResult) ? read : null;
  } catch {
    return null;
  }
}

function isResult(value: unknown): value is Result {
  const it = value as Partial<Result> | null;
  return (
    typeof it === "object" &&
    it !== null &&
    [it.id, it.name, it.rules].every((text) => typeof text === "string" && text.length <= 200) &&
    [it.at, it.points].every(Number.isFinite) &&
    ["won", "lost", "tied"].includes(it.outcome ?? "") &&
    Array.isArray(it.others) &&
    it.others.every((other) => typeof other?.name === "string" && Number.isFinite(other.points)) &&
    (it.best === null || (typeof it.best?.word === "string" && Number.isFinite(it.best.points)))
  );
}

/** The result of a finished game for who looks at it; null for spectators and games that were called off. */
export function resultOf(view: View, at: number, t: BaseTexts): Result | null {
  const { viewer, over, seats } = view;
  if (viewer === null || !over || !seats[viewer]) return null;
  const won = over.winners.includes(viewer);
  return {
    id: view.id,
    name: view.name,
    rules: view.rules,
    at,
    points: seats[viewer].score,
    others: seats.flatMap((seat, i) => (i === viewer ? [] : [{ name: sitter(seat, t), points: seat.score }])),
    outcome: won ? (over.winners.length > 1 ? "tied" : "won") : "lost",
    best: bestPlay(view, viewer),
  };
}

function bestPlay({ turns_list: turns }: View, seat: number): Result["best"] {
  let best: Result["best"] = null;
  turns.forEach((turn, i) => {
    if (turn.event !== "played" || turn.seat !== seat || wasWithdrawn(turns, i)) return;
    if (turn.score > (best?.points ?? 0))
      best = { word: (turn.words[0]?.word ?? "").toLocaleUpperCase(), points: turn.score };
  });
  return best;
}

/** How many games are asked about at once. */
const AT_ONCE = 100;

/** Looks up the games of this browser that have ended and are not kept yet. */
export async function findResults(api: Pick<Api, "held" | "view">, t: BaseTexts): Promise<Result[]> {
  const known = new Set(readResults().map((each) => each.id));
  const held = savedGames().flatMap((id): HeldGame[] => {
    const key = readSeat(id)?.key;
    return key && !known.has(id) ? [{ id, key }] : [];
  });
  const found: Result[] = [];
  for (let at = 0; at < held.length; at += AT_ONCE) {
    const { games } = await api.held(held.slice(at, at + AT_ONCE));
    for (const game of games.filter((each) => each.state === "over" && each.seat !== null)) {
      const view = await api.view(game.id, { key: readSeat(game.id)?.key }).catch(() => null);
      const result = view && resultOf(view, game.active, t);
      if (result) found.push(result);
    }
  }
  return found;
}

/** What all games together tell. */
export function summarize(results: Result[]): Summary {
  const against: Record<string, Summary["against"][number]> = {};
  for (const { others, outcome } of results)
    for (const { name } of others) {
      const met = (against[name] ??= { name, games: 0, won: 0, lost: 0 });
      met.games++;
      if (outcome === "won") met.won++;
      if (outcome === "lost") met.lost++;
    }
  const plays = results.flatMap((each) => each.best ?? []);
  const most = <T extends { points: number }>(all: T[]): T | null =>
    all.reduce<T | null>((best, each) => (best && best.points >= each.points ? best : each), null);
  return {
    games: results.length,
    won: results.filter((each) => each.outcome === "won").length,
    average: results.length ? results.reduce((sum, each) => sum + each.points, 0) / results.length : 0,
    best: most(plays),
    high: most(results),
    against: Object.values(against).sort((a, b) => b.games - a.games),
  };
}
