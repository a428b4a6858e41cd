/** A tile under way between rack and board. */

import type { Coord } from "../types";
import { dropOnRack, placeTile } from "./table/drafting";
import { hold } from "./table/viewport";
import type { Table } from "./table/table";
import { free, mayDraft } from "./state";
import { draftAt } from "./draft";

const FAR = 5;
/** A finger hides what is under it, so the tile is held above it. */
const ABOVE_FINGER = 34;

export class Drag {
  slot = $state<number | null>(null);
  active = $state(false);
  at = $state.raw({ x: 0, y: 0 });
  over = $state.raw<Coord | null>(null);
  /** A finger drags: over a square the tile lies in it, so that it hides nothing. */
  touching = $state(false);
  /** Which refusal is being shaken for. */
  shaking = $state(0);
  board: { square: (x: number, y: number) => Coord | null } | null = null;
  rack: { place: (x: number, y: number) => number | null } | null = null;
  #from = { x: 0, y: 0 };
  #touch = false;
  /** Until when a click belongs to the gesture before it. */
  #done = 0;
  #tap: (() => void) | null = null;

  constructor(private readonly table: Table) {}

  get pressed(): boolean {
    return this.slot !== null;
  }

  /** A tile was pressed: by mouse, finger or pen. A finger that is lifted where it was is a tap, also where no click follows. */
  begin(event: PointerEvent, slot: number, tap: (() => void) | null = null): void {
    if (event.button !== 0 || this.table.state.swapping || this.pressed) return;
    this.slot = slot;
    hold(this.table, true);
    this.#from = { x: event.clientX, y: event.clientY };
    this.#touch = this.touching = event.pointerType === "touch";
    this.#tap = this.#touch ? tap : null;
    (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId === event.pointerId) this.#move(moved);
    };
    const end = (last: PointerEvent): void => {
      if (last.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.#end(last.type === "pointerup");
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Whether the click that follows belongs to a drag that just ended. */
  justDropped(): boolean {
    return performance.now() < this.#done;
  }

  #move(event: PointerEvent): void {
    const far = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > FAR;
    if (!this.active && !far) return;
    this.active = true;
    this.at = { x: event.clientX, y: event.clientY - (this.#touch ? ABOVE_FINGER : 0) };
    const square = this.board?.square(this.at.x, this.at.y) ?? null;
    this.over = square && this.#takes(square) ? square : null;
  }

  #takes(at: Coord): boolean {
    const { state } = this.table;
    return (
      mayDraft(state) && (free(state, at.x, at.y) === "free" || draftAt(state.draft, at.x, at.y)?.slot === this.slot)
    );
  }

  #tapped(): void {
    if (!this.#tap) return;
    this.#done = performance.now() + 300;
    this.#tap();
  }

  #end(dropped: boolean): void {
    const { slot, over, active } = this;
    this.slot = null;
    this.active = false;
    this.over = null;
    if (slot !== null && dropped) this.#dropped(slot, over, active);
    hold(this.table, false);
  }

  #dropped(slot: number, over: Coord | null, active: boolean): void {
    if (!active) return this.#tapped();
    this.#done = performance.now() + 80;
    const place = this.rack?.place(this.at.x, this.at.y) ?? null;
    if (over) placeTile(this.table, slot, over);
    else if (place !== null) dropOnRack(this.table, slot, place);
    else if (!this.board?.square(this.at.x, this.at.y))
      dropOnRack(
        this.table,
        slot,
        this.table.state.rack.slots.findIndex((held) => held.id === slot),
      );
  }
}
