import { describe, expect, test } from "vitest";
import { routeOf } from "../route";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { chosen } from "./index";

/** Every key with what it says, functions called with small numbers. */
function told(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    const at = `${path}.${key}`;
    if (typeof value === "function") return [[at, String((value as (...args: unknown[]) => string)(2, 3, 4))]];
    return typeof value === "object" ? told(value as object, at) : [[at, String(value)]];
  });
}

describe("texts", () => {
  const keys = told(en).map(([key]) => key);

  test.each([["de", de], ["fr", fr], ["es", es]] as const)("%s has every key, and none is empty", (_, texts) => {
    const own = told(texts);
    expect(own.map(([key]) => key).sort()).toEqual([...keys].sort());
    expect(own.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("the browser's first known language is chosen", () => {
    expect(chosen("auto", ["pt-BR", "fr-CA", "de"])).toBe("fr");
    expect(chosen("auto", ["ja"])).toBe("en");
    expect(chosen("es", ["de"])).toBe("es");
  });
});

describe("addresses", () => {
  test.each([
    ["/", { page: "home" }],
    ["/new", { page: "new" }],
    ["/settings/", { page: "settings" }],
    ["/game/k3v9?invite=abc#12", { page: "game", id: "k3v9", invite: "abc", turn: 12 }],
    ["/game/k3v9", { page: "game", id: "k3v9", invite: null, turn: null }],
    ["/game/a/b", { page: "lost" }],
  ])("%s", (path, route) => expect(routeOf(new URL(path, "http://localhost"))).toEqual(route));
});
