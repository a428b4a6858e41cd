/// <reference types="node" />

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { routeOf } from "../route";
import { chosen } from "./index";
import { ALL_TEXTS, en } from "./testing";

/** Every key with its text; functions are called with small numbers. */
function entries(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    const at = `${path}.${key}`;
    if (typeof value === "function") return [[at, String((value as (...args: unknown[]) => string)(2, 3, 4))]];
    return typeof value === "object" ? entries(value as object, at) : [[at, String(value)]];
  });
}

describe("texts", () => {
  const own = /^\.(rules|summaries|boards)\./;
  const others = Object.entries(ALL_TEXTS).filter(([language]) => language !== "en");
  const keys = entries(en).map(([key]) => key);
  const source = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

  test.each(others)("%s has every key, and none is empty", (_, texts) => {
    const all = entries(texts);
    expect(
      all
        .map(([key]) => key)
        .filter((key) => !own.test(key))
        .sort(),
    ).toEqual([...keys].sort());
    expect(all.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test.each(others)("%s has a title and a summary for every preset", (_, texts) => {
    const presets = readdirSync(new URL("../../../crates/presets/rules", import.meta.url)).map((name) =>
      name.replace(".toml", ""),
    );
    for (const said of [texts.rules, texts.summaries]) expect(Object.keys(said).sort()).toEqual(presets.sort());
    expect(presets, "the home page says how many games there are").toHaveLength(31);
  });

  test("every reason of the rules has a text", () => {
    const code = source("crates/rules/src/refusal.rs").match(/fn code\(.*?\n {4}}/s)![0];
    const codes = [...code.matchAll(/=> "([a-z-]+)"/g)].map((found) => found[1]!);
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((each) => !(each in en.refused) && !(each in en.refusedWith))).toEqual([]);
  });

  test("every problem of the server that the page can run into has a text", () => {
    const table = source("docs/http-api.md").split("## Errors")[1]!.split("\n## ")[0]!;
    const codes = [...table.matchAll(/`([a-z-]+)`/g)].map((found) => found[1]!);
    const ours = [
      "seq",
      "refused",
      "code",
      "no-such-page",
      "wrong-method",
      "too-large",
      "not-json",
      "own-rules-forbidden",
      "seeds-forbidden",
      // Its text is where it can happen: carry.used.
      "no-such-hand-over",
    ];
    expect(codes.filter((each) => !ours.includes(each) && !(each in en.error) && !(each in en.refused))).toEqual([]);
  });

  test("every level of the computer has a name", () => {
    const levels = [...source("crates/players/src/levels.rs").matchAll(/(?:idea|human)!\(\s*"([a-z]+)"/g)].map(
      (found) => found[1]!,
    );
    expect(levels.length).toBeGreaterThan(8);
    expect(levels.filter((each) => !(each in en.levels))).toEqual([]);
  });

  test("the browser's first known language is chosen", () => {
    expect(chosen("auto", ["sv-SE", "fr-CA", "de"])).toBe("fr");
    expect(chosen("auto", ["ja"])).toBe("en");
    expect(chosen("es", ["de"])).toBe("es");
  });
});

describe("addresses", () => {
  test.each([
    ["/", { page: "home" }],
    ["/new", { page: "new" }],
    ["/settings/", { page: "settings" }],
    ["/game/k3v9?invite=abc#12", { page: "game", id: "k3v9", invite: "abc", turn: 12, handOver: null }],
    ["/game/k3v9", { page: "game", id: "k3v9", invite: null, turn: null, handOver: null }],
    ["/game/k3v9#hand-over=5f0c", { page: "game", id: "k3v9", invite: null, turn: null, handOver: "5f0c" }],
    ["/game/a/b", { page: "lost" }],
  ])("%s", (path, route) => {
    for (const base of ["http://localhost/", "http://localhost/board/games/"])
      expect(routeOf(new URL(path.slice(1), base), base)).toEqual(route);
  });
});
