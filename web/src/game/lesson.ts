/**
 * The lesson: a small game of one player that needs no server. Each step deals tiles for one word, and goes on when the
 * word lies. The words, and what the letters count, are those of the reader's language.
 */

import type { Api } from "../api";
import { ApiError } from "../api";
import type { Language } from "../texts";
import type { BoardTile, Command, Preview, PreviewRequest, Reason, Setup, TileKind, View } from "../types";
import WORDS from "./lesson-words.json";

export const STEPS = ["place", "connect", "premium", "blank", "swap", "end"] as const;
export type LessonStep = (typeof STEPS)[number];

const SIZE = 9;
const START = { x: 4, y: 4 };
/** How many tiles are dealt to be swapped. */
const SWAPPED = 5;

type Laid = Pick<BoardTile, "x" | "y" | "tile" | "letter">;
type Values = Record<string, number>;

export class Lesson {
  step = 0;
  points = 0;
  readonly #words: string[];
  readonly #values: Values;
  readonly #tiles: TileKind[];
  readonly setup: Setup;

  constructor(language: Language) {
    const { words, values } = WORDS[language];
    this.#words = words;
    this.#values = values as unknown as Values;
    this.#tiles = tilesOf(this.#values);
    this.setup = setupOf(this.#tiles, this.#afterFirst());
  }

  /** What is to be done; null when the lesson is over. */
  get task(): LessonStep | null {
    return STEPS[this.step] ?? null;
  }

  /** The word of the task. */
  get word(): string {
    const [first, down, longer, wild, last] = this.#words as [string, string, string, string, string];
    const words = { place: first, connect: down, premium: longer, blank: wild, swap: "", end: last };
    return this.task ? words[this.task] : "";
  }

  again(): void {
    this.step = this.points = 0;
  }

  /** The server of the lesson: what a table asks for. */
  get api(): Api {
    return {
      view: async () => this.view(),
      setup: async () => this.setup,
      preview: async (_: string, play: PreviewRequest) => this.preview(play.tiles as Laid[]),
      command: async (_: string, command: Command) => this.carryOut(command),
      chat: async () => ({ lines: [] }),
    } as unknown as Api;
  }

  view(): View {
    const rack = this.#rack();
    const allow: View["allow"] = this.task === null ? [] : this.task === "swap" ? ["exchange"] : ["play"];
    return {
      id: "lesson",
      seq: this.step,
      rules: "lesson",
      viewer: 0,
      stage: "playing",
      turn: 0,
      since: 0,
      over: null,
      bag: this.task === "end" ? 0 : 20,
      unseen: [],
      tally: { passes: 0, scoreless: 0, rounds: 0 },
      turns: this.step,
      seats: [
        {
          score: this.points,
          tiles: rack.length,
          active: true,
          computer: false,
          exchanges: 0,
          kind: "human",
          online: true,
          player: "",
          rack,
        },
      ],
      board: this.#board(),
      challengeable: null,
      name: "",
      state: "running",
      visibility: "private",
      now: 0,
      lexicon: "lesson",
      owner: true,
      undo: null,
      rematch: null,
      turns_list: [],
      turns_before: null,
      watchers: 0,
      lines: 0,
      hints: false,
      allow,
    };
  }

  preview(tiles: Laid[]): Preview {
    const laid = this.#withPoints(tiles);
    const fault = faultOf(laid, this.#board());
    if (fault) return { legal: false, play: "", refused: [fault] };
    const words = wordsOf(laid, this.#board()).map((cells) => ({ cells, word: cells.map((at) => at.letter).join("") }));
    const isGood = (word: string): boolean => this.#words.includes(word);
    const scored = words.map(({ cells, word }) => ({
      word,
      points: this.#score(cells, laid),
      good: isGood(word),
      x: cells[0]!.x,
      y: cells[0]!.y,
      axis: cells[0]!.y === cells.at(-1)!.y ? ("across" as const) : ("down" as const),
    }));
    const refused = scored
      .filter((each) => !each.good)
      .map((each) => ({ code: "not-a-word", word: each.word, message: each.word }) as Reason);
    const score = scored.reduce((sum, each) => sum + each.points, 0);
    return { legal: refused.length === 0, play: "", refused, score, words: scored as NonNullable<Preview["words"]> };
  }

  /** Carries out a turn, as the server does; goes on to the next step if it is the one that was asked for. */
  carryOut(command: Command): { seq: number } {
    if (command.type === "exchange" && this.task === "swap") return this.#goOn(0);
    if (command.type !== "play" || this.task === "swap" || !this.task) throw refusal([]);
    const judged = this.preview((command.tiles ?? []) as Laid[]);
    const made = (judged.words ?? []).map((each) => each.word);
    if (!judged.legal) throw refusal(judged.refused ?? []);
    if (!made.includes(this.word))
      throw refusal([{ code: "not-a-word", word: made[0] ?? "", message: "" } as unknown as Reason]);
    return this.#goOn(judged.score ?? 0);
  }

  #goOn(points: number): { seq: number } {
    this.points += points;
    return { seq: ++this.step };
  }

  /** Where the first word begins: in the middle of the board. */
  get #left(): number {
    return START.x - Math.floor([...this.#words[0]!].length / 2);
  }

  #afterFirst(): { x: number; y: number } {
    return { x: this.#left + [...this.#words[0]!].length, y: START.y };
  }

  /** What lies at the beginning of the step. */
  #board(): BoardTile[] {
    const [first, down, longer, wild, last] = this.#words as [string, string, string, string, string];
    const end = this.#left + [...first].length - 1;
    const across = this.step > 2 ? longer : this.step > 0 ? first : "";
    const fromLast = this.step > 5 ? last : this.step > 1 ? down : "";
    const lines = [
      this.#line(across, this.#left, START.y, 1, 0),
      this.#line(fromLast, end, START.y, 0, 1),
      this.#line(this.step > 3 ? wild : "", this.#left, START.y, 0, 1, 2),
    ];
    return [...new Map(lines.flat().map((tile) => [`${tile.x},${tile.y}`, tile])).values()];
  }

  #line(word: string, x: number, y: number, dx: number, dy: number, blankAt = -1): BoardTile[] {
    return [...word].map((letter, i) => ({
      x: x + i * dx,
      y: y + i * dy,
      tile: i === blankAt ? 0 : this.#tileOf(letter),
      letter,
      points: i === blankAt ? 0 : this.#values[letter]!,
      wild: i === blankAt,
    }));
  }

  #rack(): number[] {
    const [first, down, longer, wild, last] = this.#words as [string, string, string, string, string];
    const letters = (word: string, from: number): number[] => [...word].slice(from).map((each) => this.#tileOf(each));
    const dear = Object.entries(this.#values)
      .sort((a, b) => b[1] - a[1])
      .slice(0, SWAPPED)
      .map(([letter]) => this.#tileOf(letter));
    const racks: Record<LessonStep, number[]> = {
      place: letters(first, 0),
      connect: letters(down, 1),
      premium: letters(longer, [...first].length),
      blank: [...letters(wild, 1).slice(0, -1), 0],
      swap: dear,
      end: letters(last, [...down].length),
    };
    return this.task ? racks[this.task] : [];
  }

  #tileOf(letter: string): number {
    return this.#tiles.find((kind) => kind.label === letter)!.tile;
  }

  #withPoints(tiles: Laid[]): BoardTile[] {
    return tiles.map((each) => ({ ...each, points: each.tile === 0 ? 0 : this.#values[each.letter]! }));
  }

  /** The points of a word: premiums count for the tiles that are laid now. */
  #score(cells: BoardTile[], laid: BoardTile[]): number {
    const { board } = this.setup;
    let factor = 1,
      sum = 0;
    for (const cell of cells) {
      const kind = laid.some((each) => isAt(each, cell))
        ? board.squares[Number(board.rows[cell.y]![cell.x])]
        : undefined;
      if (kind?.kind === "word") factor *= kind.factor ?? 1;
      sum += cell.points * (kind?.kind === "letter" ? (kind.factor ?? 1) : 1);
    }
    return sum * factor;
  }
}

const isAt = (a: { x: number; y: number }, b: { x: number; y: number }): boolean => a.x === b.x && a.y === b.y;
const refusal = (reasons: Reason[]): ApiError => new ApiError(422, reasons[0]?.code ?? "forbidden", "", reasons);

/** Why tiles may not lie so, or null. */
function faultOf(laid: BoardTile[], board: BoardTile[]): Reason | null {
  const reason = (code: string): Reason => ({ code, message: code }) as unknown as Reason;
  if (laid.length === 0) return reason("empty-play");
  const across = laid.every((each) => each.y === laid[0]!.y),
    down = laid.every((each) => each.x === laid[0]!.x);
  if (!across && !down) return reason("not-in-line");
  if (board.length === 0 && !laid.some((each) => isAt(each, START))) return reason("not-on-start");
  const near = (each: BoardTile): boolean =>
    board.some((other) => Math.abs(other.x - each.x) + Math.abs(other.y - each.y) === 1);
  if (board.length > 0 && !laid.some(near)) return reason("not-adjacent");
  const line = run(
    [...board, ...laid],
    laid[0]!,
    across && laid.length > 1 ? "x" : down && laid.length > 1 ? "y" : "x",
  );
  if (laid.length > 1 && !laid.every((each) => line.some((cell) => isAt(cell, each)))) return reason("gap");
  return wordsOf(laid, board).length === 0 ? reason("no-word") : null;
}

/** The words of at least two letters that these tiles make. */
function wordsOf(laid: BoardTile[], board: BoardTile[]): BoardTile[][] {
  const all = [...board, ...laid];
  const runs = laid.flatMap((each) => [run(all, each, "x"), run(all, each, "y")]).filter((cells) => cells.length > 1);
  return [...new Map(runs.map((cells) => [`${cells[0]!.x},${cells[0]!.y},${cells[1]!.x}`, cells])).values()];
}

/** The tiles without a gap around one of them. */
function run(all: BoardTile[], at: BoardTile, along: "x" | "y"): BoardTile[] {
  const next = (cell: BoardTile, step: number): BoardTile | undefined =>
    all.find((each) => isAt(each, { x: cell.x, y: cell.y, [along]: cell[along] + step }));
  let first = at;
  for (let before = next(first, -1); before; before = next(first, -1)) first = before;
  const cells = [first];
  for (let after = next(first, 1); after; after = next(after, 1)) cells.push(after);
  return cells;
}

function tilesOf(values: Values): TileKind[] {
  const letters = Object.entries(values);
  const blank = letters.map(([letter]) => ({ letter, points: 0 }));
  return [
    { tile: 0, label: "?", points: 0, wild: true, count: 2, faces: blank },
    ...letters.map(([letter, points], i) => ({
      tile: i + 1,
      label: letter,
      points,
      wild: false,
      count: 2,
      faces: [{ letter, points }],
    })),
  ];
}

/** A small board: the corners double a letter, and a square beside the first word doubles the word. */
function setupOf(tiles: TileKind[], premium: { x: number; y: number }): Setup {
  const kindAt = (x: number, y: number): string =>
    isAt({ x, y }, premium) ? "1" : Math.abs(x - START.x) === 3 && Math.abs(y - START.y) === 3 ? "2" : "0";
  const line = Array.from({ length: SIZE }, (_, i) => i);
  return {
    rules: {
      name: "lesson",
      title: "",
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
      seats: [1, 1],
      clock: { kind: "off" },
      hints: false,
      undo: false,
      takeover: false,
      source: "",
    },
    board: {
      title: "",
      kind: "finite",
      x: 0,
      y: 0,
      width: SIZE,
      height: SIZE,
      start: START,
      coords: "classic",
      squares: [
        { id: 0, name: "plain", kind: "plain", short: "", about: "" },
        { id: 1, name: "double word", kind: "word", factor: 2, short: "2W", about: "" },
        { id: 2, name: "double letter", kind: "letter", factor: 2, short: "2L", about: "" },
      ],
      rows: line.map((y) => line.map((x) => kindAt(x, y)).join("")),
    },
    tiles,
    alphabet: tiles.slice(1).map((kind) => kind.label),
    vowels: "",
    lexicon: { name: "lesson", hash: "", words: 5 },
  };
}
