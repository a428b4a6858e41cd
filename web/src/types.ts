/** What the server says, as docs/http-api.md describes it. */

export type Axis = "across" | "down";
export type TableState = "open" | "running" | "over";
export type Stage = "waiting" | "playing" | "answering" | "over";
export type SeatKind = "human" | "computer" | "bot" | "open";
export type Action =
  | "play"
  | "pass"
  | "exchange"
  | "challenge"
  | "accept"
  | "resign"
  | "hint"
  | "undo"
  | "agree"
  | "decline"
  | "rematch"
  | "takeover"
  | "join";

export interface Coord {
  x: number;
  y: number;
}

export interface BoardTile extends Coord {
  tile: number;
  letter: string;
  points: number;
  wild?: boolean;
}

export interface Word extends Coord {
  word: string;
  axis: Axis;
  points: number;
  good?: boolean;
}

export interface Reason {
  code: string;
  message: string;
  word?: string;
  words?: string[];
  needed?: number;
  available?: number;
  fewest?: number;
  most?: number | null;
  times?: number;
  label?: string;
  letter?: string;
}

export interface ListedSeat {
  player: string | null;
  kind: SeatKind;
  level?: string;
  score: number;
}

export interface ListedGame {
  id: string;
  name: string;
  state: TableState;
  visibility: "public" | "private";
  rules: string;
  rules_title: string;
  lexicon: string;
  seats: ListedSeat[];
  turn: number | null;
  turns: number;
  seq: number;
  created: number;
  active: number;
  winners?: number[];
  takeover: boolean;
  watchers: number;
}

export interface Seat {
  score: number;
  tiles: number;
  rack?: number[];
  letters?: string;
  active: boolean;
  computer: boolean;
  exchanges: number;
  time_left?: number;
  player: string | null;
  kind: SeatKind;
  level?: string;
  online?: boolean;
}

export interface Turn {
  seq: number;
  at: number;
  seat: number;
  event: string;
  play?: string;
  tiles?: BoardTile[];
  words?: Word[];
  score?: number;
  total?: number;
  count?: number;
  verdict?: string;
  of?: number;
  why?: string;
  rack?: string;
  adjustments?: { seat: number; points: number; why: string }[];
}

export interface Ending {
  cause: string;
  by?: number;
  winners: number[];
}

export interface View {
  id: string;
  seq: number;
  rules: string;
  viewer: number | null;
  stage: Stage;
  turn: number | null;
  since?: number;
  waiting?: number[];
  over: Ending | null;
  seats: Seat[];
  board: BoardTile[];
  bag: number;
  unseen: { tile: number; label: string; count: number }[];
  tally: { passes: number; scoreless: number; rounds: number };
  turns: number;
  challengeable: { seat: number; tiles: BoardTile[]; words: Word[]; score: number } | null;
  name: string;
  state: TableState;
  visibility: "public" | "private";
  now: number;
  lexicon: string;
  owner: boolean;
  undo: { seat: number; agreed: number[]; to: number } | null;
  rematch: { id: string } | null;
  turns_list: Turn[];
  lines: number;
  hints: boolean;
  allow: Action[];
  invite?: string;
}

export interface SquareKind {
  id: number;
  name: string;
  kind: "plain" | "start" | "letter" | "word" | "program";
  factor?: number;
  short: string;
  about: string;
}

export interface BoardSetup {
  title: string;
  kind: "finite" | "unbounded";
  x: number;
  y: number;
  width: number;
  height: number;
  start: Coord;
  coords: "classic" | "numbers";
  squares: SquareKind[];
  rows: string[];
}

export interface Face {
  letter: string;
  points: number;
}

export interface TileKind {
  tile: number;
  label: string;
  faces: Face[];
  wild: boolean;
  count: number;
  points: number;
}

export interface Setup {
  rules: {
    name: string;
    title: string;
    about: string;
    rack: number;
    bonus: { tiles: number; points: number }[];
    exchange: { allowed: boolean; bag: number; fewest: number; most: number | null };
    challenge: string;
    failed_play: string;
    racks: "open" | "closed";
    seats: [number, number];
    clock: ClockSetup;
    hints: boolean;
    undo: boolean;
    takeover: boolean;
    source: string;
  };
  board: BoardSetup;
  tiles: TileKind[];
  alphabet: string[];
  vowels: string;
  lexicon: { name: string; hash?: string; words: number | null } | null;
}

export type ClockSetup =
  | { kind: "off" }
  | { kind: "game"; initial: number | string; increment: number | string; penalty: number; overtime: number | string }
  | { kind: "turn"; turn: number | string; then: "pass" | "forfeit" };

export interface SquareWindow extends Coord {
  width: number;
  height: number;
  rows: string[];
}

export interface Preview {
  legal: boolean;
  score?: number;
  words?: Word[];
  bonus?: number;
  play?: string;
  refused?: Reason[];
}

export interface FoundPlay {
  play: string;
  score: number;
  equity?: number;
  tiles: BoardTile[];
}

export interface Hint {
  plays: FoundPlay[];
  exchange?: unknown;
}

export interface Analysis {
  turn: number;
  plays: FoundPlay[];
  played: (Partial<FoundPlay> & { rank?: number | null; lost?: number | null }) | null;
  rack?: string;
}

export interface ChatLine {
  line: number;
  at: number;
  seat: number | null;
  player: string;
  text: string;
}

export interface LiveEvent {
  seq?: number;
  at?: number;
  event: string;
  seat?: number;
  play?: string;
  player?: string;
  words?: Word[];
  tiles?: BoardTile[] | number;
  returned?: number[] | number;
  score?: number;
  total?: number;
  verdict?: string;
  of?: number;
  why?: string;
  then?: string;
  winners?: number[];
  reasons?: Reason[];
  id?: string;
  kind?: string;
}

export interface RulesEntry {
  name: string;
  title: string;
  about: string;
  seats: [number, number];
  board: string;
  tiles: string;
  lexicon: string | null;
  rack: number;
  hints: boolean;
  undo: boolean;
  takeover: boolean;
}

export interface BoardEntry {
  name: string;
  title: string;
  kind: "finite" | "unbounded";
  width?: number;
  height?: number;
}
export interface LexiconEntry {
  name: string;
  words: number;
  title?: string;
}
export interface PlayerEntry {
  level: string;
  about: string;
  strength?: number;
}

export type SeatRequest = { kind: "you" } | { kind: "open" } | { kind: "computer"; level: string };

export interface NewGameRequest {
  name?: string;
  player?: string;
  rules: string;
  board?: string;
  lexicon?: string;
  seats: SeatRequest[];
  racks?: "open" | "closed";
  clock?: Record<string, unknown>;
  challenge?: string;
  hints?: boolean;
  undo?: boolean;
  takeover?: boolean;
  visibility?: "public" | "private";
  seed?: number;
}

export interface Made {
  game: ListedGame;
  seat: number | null;
  key: string;
  invite?: string;
}

export type Command =
  | { type: "play"; tiles: { x: number; y: number; tile: number; letter?: string }[]; axis?: Axis }
  | { type: "pass" | "accept" | "resign" | "undo" | "agree" | "decline" }
  | { type: "exchange"; tiles: number[] }
  | { type: "challenge"; words?: number[] };
