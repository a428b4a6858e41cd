/** The player's changes of the draft and the rack, by hand and by keyboard. */

import type { Coord, FoundPlay } from "../../types";
import { shuffle } from "../rack";
import * as change from "../state";
import type { Commands } from "./commands";
import type { Shared } from "./context";
import type { DraftSync } from "./draft-sync";
import type { Viewport } from "./viewport";

export class Editor {
  constructor(
    private readonly shared: Shared,
    private readonly draft: DraftSync,
    private readonly viewport: Viewport,
    private readonly commands: Commands,
  ) {}

  place(slot: number, at: Coord): void {
    if (change.place(this.shared.state, slot, at)) this.shared.context.sound("lay");
    this.draft.changed();
  }

  touchSquare(at: Coord): void {
    const { state, context } = this.shared;
    const before = state.draft.length;
    change.touchSquare(state, at);
    if (state.draft.length !== before) context.sound(state.draft.length > before ? "lay" : "lift");
    this.draft.changed();
  }

  touchRack(slot: number): void {
    change.touchRack(this.shared.state, slot);
    this.shared.context.redraw();
  }

  dropOnRack(slot: number, place: number): void {
    change.dropOnRack(this.shared.state, slot, place);
    this.draft.changed();
  }

  /** Chooses the letter of a blank; null leaves the blank on the rack. */
  answerLetter(letter: string | null): void {
    const { state, context } = this.shared;
    if (letter === null) state.asking = null;
    else if (change.answerLetter(state, letter)) context.sound("lay");
    this.draft.changed();
  }

  /** Handles a key pressed over the board; returns whether the key has a meaning. */
  key(key: string, shift: boolean): boolean {
    const handled = this.#handleKey(key, shift);
    if (handled) this.draft.changed();
    return handled;
  }

  recall(): void {
    change.recall(this.shared.state);
    this.draft.changed();
  }

  shuffle(): void {
    shuffle(this.shared.state.rack);
    this.draft.changed();
  }

  beginSwap(): void {
    change.recall(this.shared.state);
    this.shared.state.swapping = new Set();
    this.draft.changed();
  }

  /** Lays the tiles of a play that was found. */
  adopt(play: FoundPlay): void {
    if (change.adopt(this.shared.state, play.tiles)) this.shared.context.sound("lay");
    this.draft.changed();
  }

  #handleKey(key: string, shift: boolean): boolean {
    if (key.startsWith("Arrow")) return this.#moveCursor(key);
    if (key === "Backspace" || key === "Delete") return this.#erase();
    if (key === " ") change.turnCursor(this.shared.state);
    else if (key === "Escape") this.recall();
    else if (key === "Enter") void this.commands.play();
    else return [...key].length === 1 && this.#type(key, shift);
    return true;
  }

  #erase(): boolean {
    const erased = change.erase(this.shared.state);
    if (erased) this.shared.context.sound("lift");
    return erased;
  }

  #moveCursor(key: string): boolean {
    change.moveCursor(this.shared.state, key);
    this.viewport.showCursor();
    return true;
  }

  #type(key: string, shift: boolean): boolean {
    const typed = change.type(this.shared.state, key, shift);
    if (typed && !this.shared.state.pending) this.shared.context.sound("lay");
    if (typed) this.viewport.showCursor();
    return typed;
  }
}
