/** Which tile of the rack a typed letter means. */

import type { TileKind } from "../types";
import { type Draft, faceWith, isOut } from "./draft";
import { kindOf, type Rack, type Slot } from "./rack";

export interface Typed {
  slot: Slot;
  letter: string;
  replaces?: number;
}

interface Holding {
  rack: Rack;
  draft: Draft;
  kinds: TileKind[];
  alphabet: string[];
}

/** A letter as the alphabet spells it, or null. */
export function spelled(alphabet: string[], key: string): string | null {
  const upper = key.toLocaleUpperCase();
  const exact = alphabet.find((letter) => letter === key || letter.toLocaleUpperCase() === upper);
  if (exact) return exact;
  const plain = bare(upper);
  return alphabet.find((letter) => letter === plain) ?? null;
}

const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** The tile that shows this letter: a plain one first, unless a wild one is asked for. */
export function tileFor(holding: Holding, letter: string, wild: boolean): Slot | null {
  const free = holding.rack.slots.filter((slot) => !isOut(holding.draft, slot.id));
  const shows = free.filter((slot) => faceWith(kindOf(holding.kinds, slot.tile), letter));
  const isWild = (slot: Slot): boolean => kindOf(holding.kinds, slot.tile).wild;
  const plain = shows.find((slot) => !isWild(slot));
  const joker = shows.find(isWild);
  return (wild ? (joker ?? plain) : (plain ?? joker)) ?? null;
}

/**
 * What typing a key lays. Letters of several characters are typed one after the other: the second key turns the tile
 * laid by the first into the longer one when no tile of its own is there, or stands alone after a first that laid none.
 */
export function typed(
  holding: Holding,
  key: string,
  wild: boolean,
  last: { slot: number; letter: string } | null,
  pending: string,
): Typed | null {
  if (pending) {
    const whole = spelled(holding.alphabet, pending + key);
    const slot = whole && tileFor(holding, whole, wild);
    if (whole && slot) return { slot, letter: whole };
  }
  const letter = spelled(holding.alphabet, key);
  const slot = letter && tileFor(holding, letter, wild);
  const single = letter && slot && !kindOf(holding.kinds, slot.tile).wild ? { slot, letter } : null;
  if (single) return single;
  return joined(holding, key, last) ?? (letter && slot ? { slot, letter } : null);
}

function joined(holding: Holding, key: string, last: { slot: number; letter: string } | null): Typed | null {
  if (!last) return null;
  const whole = spelled(holding.alphabet, last.letter + key);
  if (!whole || whole.length < 2) return null;
  const draft = holding.draft.filter((tile) => tile.slot !== last.slot);
  const slot = tileFor({ ...holding, draft }, whole, false);
  return slot && slot.id !== last.slot ? { slot, letter: whole, replaces: last.slot } : null;
}

/** Whether a key may begin a letter of several characters that is on the rack. */
export function begins(holding: Holding, text: string): boolean {
  const upper = text.toLocaleUpperCase();
  return holding.rack.slots.some(
    (slot) =>
      !isOut(holding.draft, slot.id) &&
      kindOf(holding.kinds, slot.tile).faces.some(
        (face) => [...face.letter].length > 1 && face.letter.toLocaleUpperCase().startsWith(upper),
      ),
  );
}
