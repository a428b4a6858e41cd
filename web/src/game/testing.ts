/** A small game for tests: a board of five by five, English letters, a blank, CH as one tile. */

import type { PlayedTurn, Setup, TileKind, View } from "../types";
import { type GameState, gameState } from "./state";

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const letter = (tile: number, label: string, points: number): TileKind => ({
  tile,
  label,
  points,
  wild: false,
  count: 2,
  faces: [{ letter: label, points }],
});

/** Tiles: 0 the blank, 1 to 26 the letters, 27 CH, 28 a tile that is A or E. */
export const TILES: TileKind[] = [
  {
    tile: 0,
    label: "?",
    points: 0,
    wild: true,
    count: 2,
    faces: ALPHABET.map((each) => ({ letter: each, points: 0 })),
  },
  ...ALPHABET.map((each, i) => letter(i + 1, each, 1)),
  letter(27, "CH", 5),
  {
    tile: 28,
    label: "A/E",
    points: 1,
    wild: true,
    count: 1,
    faces: [
      { letter: "A", points: 1 },
      { letter: "E", points: 1 },
    ],
  },
];

export const tile = (label: string): number => TILES.find((kind) => kind.label === label)!.tile;
export const rackOf = (text: string): number[] => [...text].map(tile);

export function setup(): Setup {
  return {
    rules: {
      name: "small",
      title: "Small",
      about: "",
      rack: 7,
      bonus: [],
      exchange: { allowed: true, bag: 1, fewest: 1, most: null, times: null },
      challenge: "void",
      failed_play: "retry",
      racks: "closed",
      wild: "any",
      cross: "counted",
      opening: 2,
      seats: [1, 4],
      clock: { kind: "off" },
      hints: true,
      undo: false,
      takeover: false,
      source: "",
    },
    board: {
      title: "Small",
      kind: "finite",
      x: 0,
      y: 0,
      width: 5,
      height: 5,
      start: { x: 2, y: 2 },
      coords: "classic",
      squares: [
        { id: 0, name: "plain", kind: "plain", short: "", about: "plain" },
        { id: 1, name: "double word", kind: "word", factor: 2, short: "2W", about: "double word" },
        { id: 2, name: "triple letter", kind: "letter", factor: 3, short: "3L", about: "triple letter" },
      ],
      rows: ["10002", "00000", "00100", "00000", "2000 "],
    },
    tiles: TILES,
    alphabet: [...ALPHABET, "CH"],
    vowels: "AEIOU",
    lexicon: { name: "small", hash: "", words: 3 },
  };
}

export function view(some: Partial<View> = {}): View {
  const seat = {
    score: 0,
    tiles: 7,
    active: true,
    computer: false,
    exchanges: 0,
    kind: "human" as const,
    online: true,
  };
  return {
    id: "g1",
    seq: 5,
    rules: "small",
    viewer: 0,
    stage: "playing",
    turn: 0,
    since: 0,
    over: null,
    bag: 10,
    unseen: [],
    tally: { passes: 0, scoreless: 0, rounds: 0 },
    turns: 0,
    seats: [
      { ...seat, player: "Ann", rack: rackOf("CATDOG?") },
      { ...seat, player: "Bob" },
    ],
    board: [],
    challengeable: null,
    name: "Tea",
    state: "running",
    visibility: "public",
    now: 0,
    lexicon: "small",
    owner: true,
    undo: null,
    rematch: null,
    turns_list: [],
    turns_before: null,
    watchers: 0,
    lines: 0,
    hints: true,
    allow: ["play", "pass"],
    ...some,
  };
}

export const game = (some: Partial<View> = {}): GameState => gameState("g1", setup(), view(some));

export const withRack = (text: string): GameState =>
  game({ seats: view().seats.map((seat, i) => (i === 0 ? { ...seat, rack: rackOf(text) } : seat)) });

export const word = (state: GameState): string =>
  [...state.draft]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map((each) => each.letter)
    .join("");

export function playedTurn(
  seq: number,
  seat: number,
  text: string,
  x: number,
  y: number,
  score: number,
  total: number,
): PlayedTurn {
  const tiles = [...text].map((each, i) => ({ x: x + i, y, tile: tile(each), letter: each, points: 1 }));
  return {
    seq,
    at: 0,
    seat,
    event: "played",
    play: `${y + 1}${"ABCDE"[x]} ${text}`,
    tiles,
    words: [{ word: text, x, y, axis: "across", points: score }],
    bonus: 0,
    score,
    total,
  };
}
