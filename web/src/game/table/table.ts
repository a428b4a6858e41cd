/**
 * A game in one tab: its state, its surroundings, and what is under way. The other files of this folder hold what can
 * be done with it, each as plain functions; every change ends in one redraw.
 */

import type { Api, Pass } from "../../api";
import type { Live } from "../../live";
import type { Sound } from "../../sound";
import type { SavedSeat } from "../../storage";
import type { Texts } from "../../texts";
import type { Setup, View } from "../../types";
import { errorText } from "../names";
import { type GameState, gameState } from "../state";

/** What the table needs of its surroundings. */
export interface TableContext {
  api: Api;
  live: Pick<Live, "watch">;
  texts: () => Texts;
  redraw: () => void;
  /** Shows a short message that disappears by itself. */
  notice: (text: string, kind?: "info" | "good" | "bad") => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  sound: (sound: Sound) => void;
  /** Tells a player who looks elsewhere that it is their turn in the game of this name and address. */
  notify: (name: string, path: string) => void;
  read: (key: string) => string | null;
  write: (key: string, value: string | null) => void;
  otherTab: (key: string, changed: (value: string | null) => void) => () => void;
  now: () => number;
  /** The key of the seat opens it no longer. */
  lostSeat: () => void;
}

export interface Table {
  readonly state: GameState;
  readonly pass: Pass;
  readonly context: TableContext;
  /** What stops the table's listening to live events and to other tabs. */
  listening: (() => void)[];
  closed: boolean;
  /** The player gives the seat up, or has lost it. */
  leaving: boolean;
  /** The last event received; a view may be ahead of it. */
  received: number;
  /** Presence arrives as it changes, so a view that is on its way is older. */
  watching: boolean;
  /** The view that is being fetched, and the newest event known since that began. */
  fetching: Promise<void> | null;
  wanted: number;
  /** The draft that was asked about last, how often one was, and when the next question is sent. */
  previewed: string;
  previews: number;
  previewTimer: ReturnType<typeof setTimeout> | undefined;
  /** The parts of an unbounded board that were asked for. */
  blocks: Set<string>;
}

export function newTable(id: string, setup: Setup, view: View, seat: SavedSeat | null, context: TableContext): Table {
  const state = gameState(id, setup, view);
  state.received = context.now();
  return {
    state,
    pass: passOf(seat),
    context,
    listening: [],
    closed: false,
    leaving: false,
    received: view.seq,
    watching: false,
    fetching: null,
    wanted: 0,
    previewed: "",
    previews: 0,
    previewTimer: undefined,
    blocks: new Set(),
  };
}

export const passOf = (seat: SavedSeat | null): Pass => ({ key: seat?.key, invite: seat?.invite });

/** Shows an error and returns its text. */
export function showError({ context }: Table, error: unknown): string {
  const text = errorText(error, context.texts());
  context.notice(text, "bad");
  return text;
}
