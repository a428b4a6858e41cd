/** The player's rack, in the order that the player chose. */

import type { TileKind } from "../types";

/** A tile of the rack. The number stays with the tile as long as it is held, so that it can be moved and animated. */
export interface Slot {
  id: number;
  tile: number;
}

export interface Rack {
  slots: Slot[];
  next: number;
}

export const emptyRack = (): Rack => ({ slots: [], next: 1 });

/** Updates the rack from the server: tiles that stayed keep their places, new ones come last. */
export function refill(rack: Rack, tiles: number[]): void {
  const wanted = [...tiles];
  const kept = rack.slots.filter((slot) => takeOut(wanted, slot.tile));
  const drawn = wanted.map((tile) => ({ id: rack.next++, tile }));
  rack.slots = [...kept, ...drawn];
}

function takeOut(tiles: number[], tile: number): boolean {
  const at = tiles.indexOf(tile);
  if (at < 0) return false;
  tiles.splice(at, 1);
  return true;
}

/** Puts the tiles into the order of these kinds as far as they are there: how another tab, or yesterday, had them. */
export function arrange(rack: Rack, order: number[]): void {
  const left = [...rack.slots];
  const first: Slot[] = [];
  for (const tile of order) {
    const at = left.findIndex((slot) => slot.tile === tile);
    if (at >= 0) first.push(...left.splice(at, 1));
  }
  rack.slots = [...first, ...left];
}

export function shuffle(rack: Rack, random: () => number = Math.random): void {
  const slots = [...rack.slots];
  for (let i = slots.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [slots[i], slots[j]] = [slots[j]!, slots[i]!];
  }
  const same = slots.every((slot, i) => slot.tile === rack.slots[i]?.tile);
  const varied = new Set(slots.map((slot) => slot.tile)).size > 1;
  rack.slots = same && varied ? [...slots.slice(1), slots[0]!] : slots;
}

/** Moves a tile before the tile that is at this place now. */
export function moveTo(rack: Rack, id: number, place: number): void {
  const from = rack.slots.findIndex((slot) => slot.id === id);
  if (from < 0) return;
  const slots = [...rack.slots];
  const [slot] = slots.splice(from, 1);
  slots.splice(Math.max(0, Math.min(place, slots.length)), 0, slot!);
  rack.slots = slots;
}

export const slotOf = (rack: Rack, id: number): Slot | undefined => rack.slots.find((slot) => slot.id === id);

/** The tile kind with this number. */
export function kindOf(kinds: TileKind[], tile: number): TileKind {
  return kinds.find((kind) => kind.tile === tile) ?? { tile, label: "?", faces: [], wild: true, count: 0, points: 0 };
}
