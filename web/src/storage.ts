/** Data in the local storage of the browser: name, settings, seats, drafts. */

import type { Language } from "./texts";

export interface Settings {
  name: string;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  language: "auto" | Language;
  motion: "auto" | "less";
  level: string;
  /** The language whose words are played. */
  words: "auto" | Language;
  coords: boolean;
  /** How tiles and board look. */
  look: Look;
  /** Whether the browser tells when it is one's turn. */
  notify: boolean;
}

export type Look = "wood" | "stone" | "sea" | "contrast";

export const DEFAULTS: Settings = {
  name: "",
  theme: "auto",
  sound: true,
  language: "auto",
  motion: "auto",
  level: "",
  words: "auto",
  coords: true,
  look: "wood",
  notify: false,
};

export interface SavedSeat {
  seat: number | null;
  key?: string;
  invite?: string;
  name?: string;
  at?: number;
}

const PREFIX = "quixotry.";

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Storage may be forbidden or full; the page works without it. */
export function writeText(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

function readJson<T extends object>(key: string): Partial<T> {
  try {
    return (JSON.parse(readText(key) ?? "{}") ?? {}) as Partial<T>;
  } catch {
    return {};
  }
}

export const readSettings = (): Settings => ({ ...DEFAULTS, ...readJson<Settings>("settings") });
export const writeSettings = (settings: Settings): void => writeText("settings", JSON.stringify(settings));

export const readSeat = (game: string): SavedSeat | null =>
  readText(`seat.${game}`) ? { seat: null, ...readJson<SavedSeat>(`seat.${game}`) } : null;
export const writeSeat = (game: string, seat: SavedSeat | null): void =>
  writeText(`seat.${game}`, seat && JSON.stringify({ at: Date.now(), ...seat }));

/** The games this browser has a seat in. */
export function savedGames(): string[] {
  const start = `${PREFIX}seat.`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  } catch {
    return [];
  }
}

export const draftKey = (game: string, seat: number): string => `draft.${game}.${seat}`;

/** Calls back when another tab changes a key. */
export function onOtherTab(key: string, changed: (value: string | null) => void): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key === PREFIX + key) changed(event.newValue);
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
