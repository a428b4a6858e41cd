import { describe, expect, test } from "vitest";
import { ApiError } from "../api";
import { en } from "../texts/testing";
import type { LiveEvent, Reason, Turn, View } from "../types";
import { bounded, drawn, fitted, panned, showing, squareUnder, zoomed } from "./camera";
import { clockText, millis, timeLeft } from "./clock";
import { parseDraft } from "./draft";
import { absenceAt } from "./absence";
import { eventText } from "./event-texts";
import { errorText, listed, refusalText } from "./names";
import { arrange, emptyRack, moveTo, refill, shuffle } from "./rack";
import { boardAfter, lastPlay, lastScores, scoresAfter, series, turnNumber } from "./replay";
import { scene } from "./scene";
import { boardOf, columnName, learn, missingBlocks, squareAt, squareName } from "./squares";
import { showTurn } from "./state";
import { game, playedTurn, setup, view } from "./testing";

describe("squares", () => {
  test("have names people use", () => {
    const board = setup().board;
    expect(squareName(board, 2, 2)).toBe("C3");
    expect(columnName({ ...board, x: -30 }, -3)).toBe("AB");
    expect(squareName({ ...board, coords: "numbers" }, -2, 3)).toBe("(-2, 3)");
  });

  test("of endless boards are asked for in blocks, once", () => {
    const board = boardOf({ ...setup().board, kind: "unbounded", rows: [], width: 0, height: 0 });
    const window = { x: -5, y: -5, width: 10, height: 10 };
    expect(missingBlocks(board, window)).toEqual([
      { x: -32, y: -32 },
      { x: 0, y: -32 },
      { x: -32, y: 0 },
      { x: 0, y: 0 },
    ]);
    learn(board, { x: 0, y: 0, width: 32, height: 32, rows: Array.from({ length: 32 }, () => "0".repeat(32)) });
    expect(missingBlocks(board, window)).toHaveLength(3);
    expect(squareAt(board, 31, 31)?.kind).toBe("plain");
    expect(squareAt(board, 32, 0)).toBeNull();
  });
});

describe("the rack", () => {
  test("shuffling changes the order and nothing else", () => {
    const rack = emptyRack();
    refill(rack, [1, 2, 3]);
    shuffle(rack, () => 0.999);
    expect(rack.slots.map((slot) => slot.tile)).not.toEqual([1, 2, 3]);
    expect(rack.slots.map((slot) => slot.tile).sort()).toEqual([1, 2, 3]);
  });

  test("tiles can be moved and arranged", () => {
    const rack = emptyRack();
    refill(rack, [1, 2, 3]);
    moveTo(rack, rack.slots[0]!.id, 2);
    expect(rack.slots.map((slot) => slot.tile)).toEqual([2, 3, 1]);
    arrange(rack, [3, 9, 1]);
    expect(rack.slots.map((slot) => slot.tile)).toEqual([3, 1, 2]);
  });
});

describe("replay", () => {
  const turns = [
    playedTurn(4, 0, "CAT", 1, 2, 6, 6),
    { seq: 5, at: 0, seat: 1, event: "passed", total: 0 },
    playedTurn(6, 0, "DO", 0, 3, 3, 9),
    { seq: 7, at: 0, seat: 1, of: 0, event: "challenged", words: [], verdict: "withdrawn", total: 6 },
  ] satisfies Turn[];

  test("the board grows turn by turn, and what was withdrawn is gone", () => {
    expect([0, 1, 2, 3, 4].map((count) => boardAfter(turns, count).length)).toEqual([0, 3, 3, 5, 3]);
    expect(lastPlay(turns, 3)?.seq).toBe(6);
    expect(lastPlay(turns, 4)).toBeNull();
  });

  test("scores run along", () => {
    expect(scoresAfter(turns, 2, 3)).toEqual([9, 0]);
    expect(scoresAfter(turns, 2, 4)).toEqual([6, 0]);
    expect(series(turns.slice(0, 3), 2)).toEqual([
      [0, 6, 6, 9],
      [0, 0, 0, 0],
    ]);
    expect(lastScores(turns, 2, 2)).toEqual([6, 0]);
  });

  test("turns are counted as the server counts them", () => {
    expect([1, 3, 4].map((count) => turnNumber(turns, count))).toEqual([1, 3, 3]);
  });

  test("looking past the last turn is looking at now", () => {
    const state = game({ turns_list: turns });
    showTurn(state, 2);
    expect(state.shown).toBe(2);
    showTurn(state, 4);
    expect(state.shown).toBeNull();
  });
});

describe("the view of the board", () => {
  const board = boardOf(setup().board);
  const extent = { width: 250, height: 250 };

  test("fits a finite board exactly", () => {
    expect(fitted(board, extent)).toEqual({ size: 50, x: 0, y: 0 });
    expect(drawn(fitted(board, extent), board, extent)).toMatchObject({ width: 5, height: 5 });
  });

  test("zoom keeps the point under the fingers", () => {
    const camera = { size: 20, x: 1, y: 1 };
    const near = zoomed(camera, 2, 100, 60);
    expect(squareUnder(near, 100, 60)).toEqual(squareUnder(camera, 100, 60));
    expect(near.size).toBe(40);
  });

  test("a finite board cannot be pushed out of sight", () => {
    const far = panned({ size: 80, x: 0, y: 0 }, 5000, -5000);
    const held = bounded(far, board, extent);
    expect(held.x).toBe(0);
    expect(held.y).toBeCloseTo(5 - 250 / 80);
  });

  test("the cursor is followed", () => {
    const camera = showing({ size: 50, x: 0, y: 0 }, { x: 9, y: -3 }, extent);
    expect(camera).toEqual({ size: 50, x: 5.5, y: -3.5 });
  });
});

describe("the scene", () => {
  test("names every square for those who cannot see it", () => {
    const state = game({ board: [{ x: 1, y: 2, tile: 0, letter: "Q", points: 0, wild: true }] });
    const rows = scene(state, en, null).rows;
    expect(rows[0]!.cells[0]!.label).toBe("A1, double word, empty");
    expect(rows[2]!.cells[1]!.label).toBe("B3, Q, blank");
    expect(rows[2]!.cells[2]!.label).toBe("C3, double word, start, empty");
    expect(rows[4]!.cells[4]!.label).toBe("E5, no square");
  });

  test("squares that did not change are the same objects", () => {
    const state = game();
    const first = scene(state, en, null);
    state.cursor = { x: 1, y: 1, axis: "across" };
    const second = scene(state, en, first);
    expect(second.rows[0]).toBe(first.rows[0]);
    expect(second.rows[1]).not.toBe(first.rows[1]);
    expect(second.rows[1]!.cells[0]).toBe(first.rows[1]!.cells[0]);
  });

  test("exactly one square is reached by Tab", () => {
    const cells = scene(game(), en, null).rows.flatMap((row) => row.cells);
    expect(cells.filter((cell) => cell.focus)).toHaveLength(1);
  });

  test("the last play is marked, and looking back shows the board of then", () => {
    const state = game({
      turns_list: [playedTurn(4, 0, "CAT", 1, 2, 6, 6)],
      board: playedTurn(4, 0, "CAT", 1, 2, 6, 6).tiles,
    });
    const tiles = scene(state, en, null)
      .rows.flatMap((row) => row.cells)
      .flatMap((cell) => cell.tile ?? []);
    expect(tiles.map((tile) => tile.last)).toEqual([true, true, true]);
    showTurn(state, 0);
    expect(
      scene(state, en, null)
        .rows.flatMap((row) => row.cells)
        .some((cell) => cell.tile),
    ).toBe(false);
  });

  test("another play of a turn lies on the board before it", () => {
    const turns = [playedTurn(4, 0, "CAT", 1, 2, 6, 6), playedTurn(5, 1, "DO", 0, 3, 3, 3)];
    const state = game({ turns_list: turns, board: turns.flatMap((turn) => turn.tiles) });
    showTurn(state, 1);
    state.ghost = [{ x: 2, y: 2, tile: 0, letter: "A", points: 1 }];
    const tiles = scene(state, en, null)
      .rows.flatMap((row) => row.cells)
      .flatMap((cell) => cell.tile ?? []);
    expect(tiles.map((tile) => [tile.letter, tile.look])).toEqual([["A", "ghost"]]);
  });
});

describe("players who are away", () => {
  const away = (due: number): View["seats"] =>
    view().seats.map((seat, i) => (i === 1 ? { ...seat, away: { since: 1000, due } } : seat));
  const at = (some: Partial<View>, now: number): unknown =>
    absenceAt({ view: view({ now: 5000, ...some }), received: 100 }, now);

  test("are waited for until they are due, by the clock of the server", () => {
    expect(at({ seats: away(8000) }, 100)).toEqual({ seat: 1, left: 3000 });
    expect(at({ seats: away(8000) }, 1100)).toEqual({ seat: 1, left: 2000 });
    expect(at({ seats: away(8000) }, 9000)).toEqual({ seat: 1, left: 0 });
  });

  test("are not oneself, and do not matter when nobody plays", () => {
    expect(at({}, 100)).toBeNull();
    expect(at({ seats: away(8000), viewer: 1 }, 100)).toBeNull();
    expect(at({ seats: away(8000), stage: "over" }, 100)).toBeNull();
  });
});

describe("clocks", () => {
  test("read durations and show time left", () => {
    expect([millis("25m"), millis("1h30m"), millis("500ms"), millis(7)]).toEqual([1_500_000, 5_400_000, 500, 7]);
    expect([clockText(725_000), clockText(3_723_000), clockText(9_400), clockText(-11_500), clockText(0)]).toEqual([
      "12:05",
      "1:02:03",
      "0:09.4",
      "−0:12",
      "0:00",
    ]);
  });

  test("only the clock of the one to play runs", () => {
    const clock = { kind: "game" as const, initial: 60_000, increment: 0, penalty: 10, overtime: 0 };
    const seats = view().seats.map((seat) => ({ ...seat, time_left: 60_000 }));
    const now = view({ since: 1000, now: 3000, seats });
    expect([timeLeft(now, clock, 0, 500), timeLeft(now, clock, 1, 500)]).toEqual([57_500, 60_000]);
    expect(timeLeft(now, { kind: "turn", turn: 10_000, then: "pass" }, 0, 500)).toBe(7500);
    expect(timeLeft(now, { kind: "off" }, 0, 500)).toBeNull();
  });
});

describe("in words", () => {
  test("winners who tie are named together", () => {
    expect(listed(["Ann"], en)).toBe("Ann");
    expect(listed(["Ann", "Bob"], en)).toBe("Ann and Bob");
    expect(listed(["Ann", "Bob", "Cy"], en)).toBe("Ann, Bob and Cy");
  });

  test("refusals are told in the reader's language, all bad words at once", () => {
    const reasons: Reason[] = [
      { code: "gap", message: "gap" },
      { code: "not-a-word", message: "", word: "XQ" },
      { code: "not-a-word", message: "", word: "ZZ" },
    ];
    expect(refusalText(reasons, "", en)).toBe("XQ, ZZ: not in the word list.");
    expect(refusalText([{ code: "unheard-of", message: "as the server says" } as object as Reason], "", en)).toBe(
      "as the server says",
    );
  });

  test("rules that speak in their own words are not translated", () => {
    const reasons: Reason[] = [{ code: "gap", message: "gap" }];
    const said = "Letters should be consecutively placed";
    expect(errorText(new ApiError(422, "gap", said, reasons, "generic"), en)).toBe(said);
    expect(errorText(new ApiError(422, "gap", said, reasons), en)).not.toBe(said);
  });

  test("plays are announced", () => {
    const event = {
      event: "played",
      seat: 1,
      words: [{ word: "CaT", x: 0, y: 0, axis: "across" as const, points: 5 }],
      score: 5,
    };
    const told = (event: object): string | null => eventText(event as LiveEvent, view(), en);
    expect(told(event)).toBe("Bob played CAT for 5.");
    expect(told({ event: "exchanged", seat: 1, returned: 3 })).toBe("Bob swapped 3 tiles.");
    expect(told({ event: "left", seat: 1, why: "resigned" })).toBe("Bob gave up.");
  });

  test("what was kept and is no draft is none", () => {
    expect([parseDraft(null), parseDraft("{"), parseDraft("{}"), parseDraft('{"tiles":[],"order":[]}')]).toEqual([
      null,
      null,
      null,
      { tiles: [], order: [] },
    ]);
  });
});
