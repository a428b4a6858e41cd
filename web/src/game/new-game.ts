/** The form for a new game, and the request that is made from it. */

import type { NewGameRequest, RulesEntry, SeatRequest } from "../types";

/** The fields of the form. An empty text or null means the default of the rules. */
export interface NewGameForm {
  name: string;
  rules: string;
  board: string;
  lexicon: string;
  /** `you`, `open` or `computer:<level>`. */
  seats: string[];
  visibility: "public" | "private";
  clock: "" | "off" | "game" | "turn";
  minutes: number;
  increment: number;
  seconds: number;
  then: "pass" | "forfeit";
  racks: "" | "open" | "closed";
  challenge: string;
  hints: boolean | null;
  undo: boolean | null;
  takeover: boolean | null;
}

export const emptyForm = (): NewGameForm => ({
  name: "",
  rules: "standard",
  board: "",
  lexicon: "",
  seats: ["you", "open"],
  visibility: "public",
  clock: "",
  minutes: 25,
  increment: 0,
  seconds: 60,
  then: "pass",
  racks: "",
  challenge: "",
  hints: null,
  undo: null,
  takeover: null,
});

/** What most people play, the most popular first; the others follow. */
const POPULAR = ["standard", "super", "wordsmog", "infinite", "hole", "skrabbkle", "naspa", "wespa", "super-wordsmog"];

/** The rules by the language of their words, the reader's language first, and in each the popular ones first. */
export function gameGroups(rules: RulesEntry[], isReaders: (lexicon: string) => boolean): [string, RulesEntry[]][] {
  const groups: Record<string, RulesEntry[]> = {};
  for (const entry of rules) (groups[entry.lexicon] ??= []).push(entry);
  const rank = ({ name, lexicon }: RulesEntry): number =>
    name === lexicon ? 0 : POPULAR.includes(name) ? POPULAR.indexOf(name) : POPULAR.length;
  const sorted = Object.entries(groups).sort(([a], [b]) => Number(isReaders(b)) - Number(isReaders(a)));
  return sorted.map(([lexicon, entries]) => [lexicon, entries.sort((a, b) => rank(a) - rank(b))]);
}

/** The seats, as many as these rules have at least and at most. */
export function seatsFor(seats: string[], rules: RulesEntry, level: string): string[] {
  const [fewest = 1, most = 8] = rules.seats;
  const more = Array.from({ length: Math.max(0, fewest - seats.length) }, () => `computer:${level}`);
  return [...seats, ...more].slice(0, most);
}

/** Assigns a seat. Only one seat can be yours. */
export function assignSeat(seats: string[], at: number, who: string): string[] {
  return seats.map((seat, i) => (i === at ? who : who === "you" && seat === "you" ? "open" : seat));
}

const seatRequest = (seat: string): SeatRequest =>
  seat === "you"
    ? { kind: "you" }
    : seat === "open"
      ? { kind: "open" }
      : { kind: "computer", level: seat.slice("computer:".length) };

function clockRequest(form: NewGameForm): Record<string, unknown> | undefined {
  if (form.clock === "game")
    return {
      kind: "game",
      initial: `${Math.round(form.minutes * 60)}s`,
      increment: `${form.increment}s`,
      penalty: 10,
      overtime: "10m",
    };
  if (form.clock === "turn") return { kind: "turn", turn: `${form.seconds}s`, then: form.then };
  return form.clock === "off" ? { kind: "off" } : undefined;
}

/** Whether two people may sit at the table. */
export const isBetweenPeople = (seats: string[]): boolean => seats.filter((seat) => !isComputer(seat)).length > 1;

const isComputer = (seat: string): boolean => seat.startsWith("computer:");

/** Whether there are hints: as chosen, or as the rules say; between people only if chosen. */
export const hasHints = (form: NewGameForm, rules: RulesEntry | undefined): boolean =>
  form.hints ?? (isBetweenPeople(form.seats) ? false : (rules?.hints ?? false));

/** The request: only what differs from the rules. */
export function newGameRequest(form: NewGameForm, player: string): NewGameRequest {
  const { rules, visibility, board, lexicon, racks, challenge, hints, undo, takeover } = form;
  const chosen = {
    name: form.name.trim(),
    board,
    lexicon,
    racks,
    challenge,
    hints: hints ?? (isBetweenPeople(form.seats) ? false : null),
    undo,
    takeover,
    clock: clockRequest(form),
  };
  const given = Object.entries(chosen).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return {
    player,
    rules,
    visibility,
    starter: "random",
    seats: form.seats.map(seatRequest),
    ...Object.fromEntries(given),
  };
}
