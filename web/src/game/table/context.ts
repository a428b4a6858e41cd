/** What the parts of a table share: the state, the server, the browser. */

import type { Api, Pass } from "../../api";
import type { Live } from "../../live";
import type { Sound } from "../../sound";
import type { Texts } from "../../texts";
import { errorText } from "../names";
import type { GameState } from "../state";

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
  read: (key: string) => string | null;
  write: (key: string, value: string | null) => void;
  otherTab: (key: string, changed: (value: string | null) => void) => () => void;
  now: () => number;
}

/** One game, its state and its surroundings, as each part of the table uses them. */
export interface Shared {
  readonly state: GameState;
  readonly pass: Pass;
  readonly context: TableContext;
  closed: boolean;
}

/** Shows an error and returns its text. */
export function showError({ context }: Shared, error: unknown): string {
  const text = errorText(error, context.texts());
  context.notice(text, "bad");
  return text;
}
