import { describe, expect, test } from "vitest";
import * as change from "./state";
import { game, rackOf, tile, view, withRack, word } from "./testing";

const slot = (state: change.GameState, label: string): number =>
  state.rack.slots.find((held) => held.tile === tile(label))!.id;

describe("laying tiles", () => {
  test("a tile leaves the rack for its square and comes back", () => {
    const state = game();
    change.place(state, slot(state, "C"), { x: 1, y: 2 });
    expect(state.draft).toMatchObject([{ x: 1, y: 2, letter: "C", points: 1, wild: false }]);
    change.takeBack(state, slot(state, "C"));
    expect(state.draft).toEqual([]);
  });

  test("a tile that is moved is not doubled", () => {
    const state = game();
    change.place(state, slot(state, "C"), { x: 1, y: 2 });
    change.place(state, slot(state, "C"), { x: 3, y: 3 });
    expect(state.draft).toMatchObject([{ x: 3, y: 3 }]);
  });

  test("a tile laid on a drafted one sends that home", () => {
    const state = game();
    change.place(state, slot(state, "C"), { x: 1, y: 2 });
    change.place(state, slot(state, "A"), { x: 1, y: 2 });
    expect(state.draft).toMatchObject([{ letter: "A" }]);
  });

  test("holes, squares off the board and taken squares take nothing", () => {
    const state = game({ board: [{ x: 2, y: 2, tile: 1, letter: "A", points: 1 }] });
    for (const at of [
      { x: 4, y: 4 },
      { x: 9, y: 0 },
      { x: 2, y: 2 },
    ])
      expect(change.place(state, slot(state, "C"), at)).toBe(false);
    expect(state.draft).toEqual([]);
  });

  test("a blank asks for its letter, keeps it when moved, and shows no points", () => {
    const state = game();
    change.place(state, slot(state, "?"), { x: 1, y: 1 });
    expect(state.draft).toEqual([]);
    expect(state.asking).toMatchObject({ at: { x: 1, y: 1 } });
    change.answerLetter(state, "Z");
    expect(state.draft).toMatchObject([{ letter: "Z", points: 0, wild: true }]);
    change.place(state, slot(state, "?"), { x: 2, y: 1 });
    expect(state.draft).toMatchObject([{ x: 2, letter: "Z" }]);
    expect(state.asking).toBeNull();
  });

  test("a watcher and a player who looks back lay nothing", () => {
    const watcher = game({ viewer: null });
    expect(change.mayDraft(watcher)).toBe(false);
    const state = game({ turns_list: [] });
    state.shown = 0;
    expect(change.place(state, slot(state, "C"), { x: 1, y: 1 })).toBe(false);
  });
});

describe("clicking", () => {
  test("first the tile, then the square", () => {
    const state = game();
    change.touchRack(state, slot(state, "D"));
    change.touchSquare(state, { x: 2, y: 2 });
    expect(state.draft).toMatchObject([{ letter: "D", x: 2, y: 2 }]);
    expect(state.picked).toBeNull();
  });

  test("a click on a drafted tile takes it back", () => {
    const state = game();
    change.place(state, slot(state, "D"), { x: 2, y: 2 });
    change.touchSquare(state, { x: 2, y: 2 });
    expect(state.draft).toEqual([]);
  });

  test("a click on an empty square puts the cursor there, a second turns it", () => {
    const state = game();
    change.touchSquare(state, { x: 1, y: 3 });
    expect(state.cursor).toEqual({ x: 1, y: 3, axis: "across" });
    change.touchSquare(state, { x: 1, y: 3 });
    expect(state.cursor).toEqual({ x: 1, y: 3, axis: "down" });
  });

  test("for a swap, clicks choose tiles and choose them off again", () => {
    const state = game();
    state.swapping = new Set();
    change.touchRack(state, slot(state, "D"));
    change.touchRack(state, slot(state, "O"));
    change.touchRack(state, slot(state, "D"));
    expect([...state.swapping]).toEqual([slot(state, "O")]);
  });
});

describe("typing", () => {
  test("letters lie one after the other, over tiles that are there", () => {
    const state = game({ board: [{ x: 2, y: 2, tile: 1, letter: "A", points: 1 }] });
    state.cursor = { x: 1, y: 2, axis: "across" };
    for (const key of "ct") change.type(state, key, false);
    expect(state.draft).toMatchObject([
      { letter: "C", x: 1 },
      { letter: "T", x: 3 },
    ]);
    expect(state.cursor).toEqual({ x: 4, y: 2, axis: "across" });
  });

  test("a letter that is not held takes the blank, and Shift asks for it", () => {
    const state = game();
    state.cursor = { x: 0, y: 1, axis: "across" };
    change.type(state, "z", false);
    expect(state.draft).toMatchObject([{ letter: "Z", wild: true }]);
    change.recall(state);
    state.cursor = { x: 0, y: 1, axis: "across" };
    change.type(state, "C", true);
    expect(state.draft).toMatchObject([{ letter: "C", wild: true }]);
  });

  test("a letter nobody holds does nothing", () => {
    const state = withRack("CAT");
    expect(change.type(state, "x", false)).toBe(false);
    expect(state.draft).toEqual([]);
  });

  test("Backspace takes tiles back one by one, passing over what lies", () => {
    const state = game({ board: [{ x: 2, y: 2, tile: 1, letter: "A", points: 1 }] });
    state.cursor = { x: 1, y: 2, axis: "across" };
    for (const key of "ct") change.type(state, key, false);
    change.erase(state);
    expect(word(state)).toBe("C");
    change.erase(state);
    expect(state.draft).toEqual([]);
    expect(change.erase(state)).toBe(false);
  });

  test("at the edge the cursor stays, and no tile is lost", () => {
    const state = game();
    state.cursor = { x: 4, y: 1, axis: "across" };
    change.type(state, "c", false);
    change.type(state, "a", false);
    expect(word(state)).toBe("C");
  });

  test("without a cursor typing begins at the start", () => {
    const state = game();
    change.type(state, "d", false);
    expect(state.draft).toMatchObject([{ x: 2, y: 2 }]);
  });

  test("CH is typed C, H: alone when there is no C, in place of C when there is no H", () => {
    const alone = game({ seats: view().seats.map((seat) => ({ ...seat, rack: [27, ...rackOf("AT")] })) });
    change.type(alone, "c", false);
    expect(alone.pending).toBe("c");
    change.type(alone, "h", false);
    expect(alone.draft).toMatchObject([{ letter: "CH" }]);
    const both = game({ seats: view().seats.map((seat) => ({ ...seat, rack: [27, ...rackOf("CAT")] })) });
    both.cursor = { x: 0, y: 1, axis: "across" };
    for (const key of "ch") change.type(both, key, false);
    expect(both.draft).toMatchObject([{ letter: "CH", x: 0 }]);
    change.type(both, "a", false);
    expect(both.draft).toMatchObject([{ letter: "CH" }, { letter: "A", x: 1 }]);
  });

  test("accents that the alphabet does not have are left off", () => {
    const state = game();
    change.type(state, "á", false);
    expect(word(state)).toBe("A");
  });

  test("arrows pass over holes and stop at the edge", () => {
    const state = game();
    state.cursor = { x: 4, y: 3, axis: "across" };
    change.moveCursor(state, "ArrowDown");
    expect(state.cursor).toMatchObject({ x: 4, y: 3 });
    change.moveCursor(state, "ArrowLeft");
    expect(state.cursor).toMatchObject({ x: 3, y: 3 });
  });
});

describe("what the server says", () => {
  test("the rack keeps its order and new tiles come last", () => {
    const state = game();
    const order = state.rack.slots.map((held) => held.id);
    change.receive(
      state,
      view({ seq: 6, seats: view().seats.map((seat) => ({ ...seat, rack: rackOf("?GODTXE") })) }),
      0,
    );
    const letters = state.rack.slots.map((held) => held.tile);
    expect(letters).toEqual([tile("T"), tile("D"), tile("O"), tile("G"), tile("?"), tile("X"), tile("E")]);
    expect(state.rack.slots.slice(0, 5).every((held) => order.includes(held.id))).toBe(true);
  });

  test("a draft keeps what is still possible when somebody plays", () => {
    const state = game();
    change.place(state, slot(state, "C"), { x: 1, y: 2 });
    change.place(state, slot(state, "A"), { x: 2, y: 2 });
    change.receive(state, view({ seq: 7, turns: 1, board: [{ x: 2, y: 2, tile: 5, letter: "E", points: 1 }] }), 0);
    expect(state.draft).toMatchObject([{ letter: "C" }]);
  });

  test("an older view is not taken in", () => {
    const state = game();
    change.receive(state, view({ seq: 4, name: "old" }), 0);
    expect(state.view.name).toBe("Tea");
  });

  test("chat lines come once and in order", () => {
    const state = game();
    const line = (n: number) => ({ line: n, at: 0, seat: 0, player: "Ann", text: `line ${n}` });
    change.addLines(state, [line(2), line(1)]);
    change.addLines(state, [line(2), line(3)]);
    expect(state.chat.map((each) => each.line)).toEqual([1, 2, 3]);
  });
});

describe("drafts that are kept", () => {
  test("come back with the order of the rack", () => {
    const state = game();
    change.place(state, slot(state, "C"), { x: 1, y: 2 });
    change.place(state, slot(state, "?"), { x: 2, y: 2 });
    change.answerLetter(state, "Q");
    state.rack.slots.reverse();
    const kept = JSON.parse(JSON.stringify(change.savedDraft(state)));
    const again = game();
    change.takeOver(again, kept);
    expect(word(again)).toBe("CQ");
    expect(again.rack.slots.map((held) => held.tile)).toEqual(state.rack.slots.map((held) => held.tile));
  });

  test("tiles that are gone are left out", () => {
    const state = withRack("AT");
    change.takeOver(state, {
      tiles: [
        { x: 1, y: 1, tile: tile("C"), letter: "C" },
        { x: 2, y: 1, tile: tile("A"), letter: "A" },
      ],
      order: [],
    });
    expect(word(state)).toBe("A");
  });

  test("a hint is laid whole or not at all", () => {
    const state = withRack("CAT");
    const play = [..."CAT"].map((letter, x) => ({ x, y: 1, tile: tile(letter), letter, points: 1 }));
    expect(change.adopt(state, play)).toBe(true);
    expect(word(state)).toBe("CAT");
    expect(change.adopt(withRack("CA"), play)).toBe(false);
  });
});
