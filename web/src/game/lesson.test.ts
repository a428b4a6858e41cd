/// <reference types="node" />

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Language, LANGUAGES } from "../texts";
import { Lesson, STEPS } from "./lesson";
import WORDS from "./lesson-words.json";

type Laid = { x: number; y: number; tile: number; letter: string };

/** The tiles of the task, laid where it says. */
function asked(lesson: Lesson): Laid[] {
  const { board, seats } = lesson.view();
  const rack = seats[0]!.rack!;
  const [first] = WORDS.en.words;
  expect(first).toBe("CAT");
  const word = [...lesson.word];
  const across = lesson.task === "place" || lesson.task === "premium";
  const row = board.filter((tile) => tile.y === 4).sort((a, b) => a.x - b.x);
  const left = row[0]?.x ?? 4 - Math.floor(word.length / 2);
  // The word down from the last letter begins where the first word ended.
  const column =
    lesson.task === "blank" ? left : lesson.task === "end" ? board.find((tile) => tile.y === 6)!.x : row.at(-1)?.x;
  const cells = word.map((letter, i) => ({ letter, ...(across ? { x: left + i, y: 4 } : { x: column!, y: 4 + i }) }));
  const fresh = cells.filter((cell) => !board.some((tile) => tile.x === cell.x && tile.y === cell.y));
  return fresh.map((cell, i) => ({ ...cell, tile: rack[i]! }));
}

const play = (lesson: Lesson): void => {
  if (lesson.task === "swap") lesson.carryOut({ type: "exchange", tiles: lesson.view().seats[0]!.rack!.slice(0, 2) });
  else lesson.carryOut({ type: "play", tiles: asked(lesson) });
};

describe("the lesson", () => {
  test.each(Object.keys(LANGUAGES) as Language[])("is played to its end in %s", (language) => {
    const lesson = new Lesson(language);
    for (const step of STEPS) {
      expect(lesson.task).toBe(step);
      play(lesson);
    }
    expect(lesson.task).toBeNull();
    expect(lesson.points).toBeGreaterThan(10);
    expect(lesson.view().seats[0]!.rack).toEqual([]);
  });

  test.each(Object.entries(WORDS))("letters count in %s what they count in its tile set", (_, { lexicon, values }) => {
    const set = readFileSync(new URL(`../../../crates/presets/tiles/${lexicon}.toml`, import.meta.url), "utf8");
    const points = [...set.matchAll(/upper = "([^"]*)",.*?points = *(\d+)/g)].map((found) => [
      found[1],
      Number(found[2]),
    ]);
    expect(values).toEqual(Object.fromEntries(points));
  });

  test("scores as the game does", () => {
    const lesson = new Lesson("en");
    expect(lesson.preview(asked(lesson))).toMatchObject({ legal: true, score: 5 });
    play(lesson);
    expect(lesson.preview(asked(lesson)).score, "TEA").toBe(3);
    play(lesson);
    expect(lesson.preview(asked(lesson)).score, "CATS, doubled by the square under the S").toBe(12);
    play(lesson);
    expect(lesson.preview(asked(lesson)).score, "CUP with a blank").toBe(4);
  });

  test("refuses what the game refuses, and stays where it is", () => {
    const lesson = new Lesson("en");
    const [c, a, t] = asked(lesson) as [Laid, Laid, Laid];
    const why = (tiles: Laid[]): string | undefined => lesson.preview(tiles).refused?.[0]?.code;
    expect(why([])).toBe("empty-play");
    expect(why([c, { ...a, y: 5 }, t])).toBe("not-in-line");
    expect(why([c, a, t].map((each) => ({ ...each, y: 1 })))).toBe("not-on-start");
    expect(why([c, a, { ...t, x: t.x + 1 }])).toBe("gap");
    expect(why([a])).toBe("no-word");
    expect(why([a, { ...c, x: t.x }])).toBe("not-a-word");
    expect(() => lesson.carryOut({ type: "play", tiles: [a, { ...c, x: t.x }] })).toThrow();
    expect(() => lesson.carryOut({ type: "exchange", tiles: [c.tile] })).toThrow();
    expect(lesson.task).toBe("place");
    play(lesson);
    expect(why(asked(lesson).map((each) => ({ ...each, x: 0, y: each.y - 5 })))).toBe("not-adjacent");
  });
});
