import { describe, expect, it } from "vitest";
import { draftOf, faultsAfter, lineOfBlock, newDraft, partOf, textOfDraft, valueOf, withValue } from "./draft";
import { tokensOf } from "./highlight";
import {
  boardOfPicture,
  emptyPicture,
  HOLE,
  mirrored,
  paint,
  pictureOfBoard,
  resize,
  signFor,
  SYMMETRIES,
  withStart,
} from "./picture";
import { TEMPLATES } from "./templates";
import { de } from "./texts/workshop.de";
import { en } from "./texts/workshop.en";
import { es } from "./texts/workshop.es";
import { fr } from "./texts/workshop.fr";
import { rowsOf, tilesOf, totalsOf, warningsOf } from "./tiles";
import { isFault, readToml, writeToml, type TomlTable } from "./toml";

/** A rules file that has every form of value. */
const GAME: TomlTable = {
  title: 'A "quoted" \\ title',
  inherit: "standard",
  rack: 5,
  bonus: { "5": 30, "7": 50 },
  seats: [2, 4],
  challenge: { points_per_word: 3 },
  limits: { passes: "none", exchange_is_pass: true },
  lexicon: { name: "few", words: "CAT\nDOG\n" },
  tiles: {
    name: "abc",
    letter: [
      { upper: "A", count: 8, points: 1, vowel: true },
      { upper: "CH", count: 4, points: 5, aliases: ["ç"] },
    ],
    blank: [{ count: 2, points: "letter" }],
    tile: [{ faces: ["A1", "CH5"], count: 1 }],
  },
};

describe("rules files", () => {
  it("are read back as they were written", () => {
    expect(readToml(writeToml(GAME))).toEqual(GAME);
    for (const text of ["", "'''", "a'", "tab\there", "bell\u0007", "x\r\ny", "ÄÖ\n", "\\"])
      expect(readToml(writeToml({ title: text }))).toEqual({
        title: text.replace("\r\n", text.includes("\r") ? "\r\n" : "\n"),
      });
  });

  it("say where they are no TOML", () => {
    const read = readToml("rack = 7\ntitle = \n");
    expect(isFault(read) && read.line).toBe(2);
  });

  it("have one word list as a block, so that faults have their lines", () => {
    const text = writeToml({ ...GAME, lexicon: { name: "one", words: "CAT" } });
    const line = lineOfBlock(text, "lexicon", "words");
    expect(text.split("\n")[line]).toBe("CAT'''");
    const fault = { file: "rules", line: line + 1, column: 1, length: 3, key: "lexicon.words", message: "" };
    expect(faultsAfter([fault, { ...fault, line: 1 }], line).map((each) => each.line)).toEqual([1]);
  });
});

describe("a draft", () => {
  it("keeps the text of its board, comments and all", () => {
    const text = textOfDraft({ rules: GAME, board: TEMPLATES.vowels });
    const draft = draftOf(text)!;
    expect(draft.board!.trim()).toBe(TEMPLATES.vowels.trim());
    expect(draft.rules).toEqual(GAME);
    expect(textOfDraft(draft)).toBe(text);
  });

  it("finds a board between other sections, or writes it anew", () => {
    const between = `inherit = "standard"\n${TEMPLATES.rings}\n[limits]\npasses = 4\n`;
    const draft = draftOf(between)!;
    expect(draft.board!.trim()).toBe(TEMPLATES.rings.trim());
    expect(draft.rules).toEqual({ inherit: "standard", limits: { passes: 4 } });
    const inline =
      'board = { title = "B", kind = "cells", centre = [0, 0], cells = "0", square = [{ id = 0, letter = 1 }] }\n';
    expect(partOf(draftOf(inline)!.board!, "board")).toEqual(partOf(inline, "board"));
    expect(draftOf("rack = ")).toBeNull();
    expect(draftOf(textOfDraft(newDraft("Mine")))).toEqual(newDraft("Mine"));
  });

  it("has values by their keys", () => {
    expect(valueOf(GAME, "limits.passes")).toBe("none");
    expect(valueOf(GAME, "words.good")).toBeUndefined();
    const changed = withValue(GAME, "words.good", "any");
    expect(changed["words"]).toEqual({ good: "any" });
    expect(withValue(changed, "words.good", undefined)).toEqual(GAME);
    expect(withValue(GAME, "rack", undefined)).not.toHaveProperty("rack");
  });
});

describe("a picture", () => {
  const picture = emptyPicture("Mine", 7, 5);

  it("is painted with its symmetry, and again gives the same", () => {
    for (const symmetry of SYMMETRIES) {
      const painted = paint(picture, 1, 0, "=", symmetry);
      for (const [x, y] of mirrored(picture, 1, 0, symmetry)) {
        expect(painted.rows[y]![x]).toBe("=");
        expect(paint(painted, x, y, "=", symmetry)).toEqual(painted);
      }
    }
    expect(mirrored(emptyPicture("", 5, 5), 1, 0, "all")).toHaveLength(8);
  });

  it("never has a hole at its start", () => {
    const { x, y } = picture.start;
    expect(paint(picture, x, y, HOLE, "none")).toEqual(picture);
    const holed = paint(picture, 0, 0, HOLE, "none");
    expect(withStart(holed, 0, 0).rows[0]![0]).not.toBe(HOLE);
  });

  it("stays in the middle when its size changes", () => {
    const painted = paint(picture, 3, 2, "~", "none");
    const larger = resize(painted, 11, 9);
    expect(larger.rows[4]![5]).toBe("~");
    expect(larger.start).toEqual({ x: 5, y: 4 });
    expect(resize(larger, 7, 5)).toEqual(painted);
    expect(resize(painted, 1, 1).start).toEqual({ x: 0, y: 0 });
  });

  it("is read back from its rules file", () => {
    const [own, sign] = signFor(picture, { letter: -2, word: 5 });
    const painted = paint(paint(own, 0, 0, sign, "both"), 1, 1, HOLE, "none");
    const board = boardOfPicture(painted);
    expect(pictureOfBoard(partOf(writeToml({ board }), "board")!)).toEqual(painted);
    expect(signFor(painted, { letter: -2, word: 5 })).toEqual([painted, sign]);
    expect(pictureOfBoard({ ...board, picture: "..\n.\n" })).toBeNull();
    expect(pictureOfBoard({ ...board, start: "9Z" })).toBeNull();
  });
});

describe("tiles", () => {
  const tiles = GAME["tiles"] as TomlTable;

  it("are the same after they were rows", () => {
    expect(tilesOf(rowsOf(tiles))).toEqual(tiles);
  });

  it("are counted, and told what can go wrong", () => {
    expect(totalsOf(rowsOf(tiles))).toEqual({ tiles: 15, points: 28, vowels: 8, blanks: 2 });
    expect(warningsOf({ tiles: 20, points: 0, vowels: 0, blanks: 0 }, 7, 2)).toEqual(["few", "no-vowels", "no-points"]);
    expect(warningsOf({ tiles: 100, points: 187, vowels: 42, blanks: 2 }, 7, 2)).toEqual([]);
  });
});

it("colours leave the text as it is", () => {
  for (const text of [...Object.values(TEMPLATES), writeToml(GAME), "'''", "\u{1F9E9}é\n\t"])
    expect(
      tokensOf(text)
        .map((token) => token.text)
        .join(""),
    ).toBe(text);
});

it("every language of the workshop has texts for all numbers", () => {
  const texts = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (typeof value === "function") return [String((value as (...all: unknown[]) => string)(1, 2, 3))];
    return Object.values(value as object).flatMap(texts);
  };
  const count = texts(en).length;
  for (const language of [en, de, fr, es]) {
    expect(texts(language)).toHaveLength(count);
    expect(texts(language).every((text) => text.trim() !== "")).toBe(true);
  }
});
