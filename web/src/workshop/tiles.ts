/** A tile set that is being made. */

import { isTable, type TomlTable, type TomlValue } from "./toml";

export interface LetterRow {
  upper: string;
  count: number;
  points: number;
  vowel: boolean;
  /** What the form does not show, such as other spellings. */
  more: TomlTable;
}

export interface BlankRow {
  count: number;
  /** A number, or "letter": the points of the letter it stands for. */
  points: number | "letter";
}

export interface FacedRow {
  faces: string;
  count: number;
}

export interface TileRows {
  name: string;
  letters: LetterRow[];
  blanks: BlankRow[];
  faced: FacedRow[];
}

export function rowsOf(tiles: TomlTable): TileRows {
  const tables = (value: TomlValue | undefined): TomlTable[] => (Array.isArray(value) ? value.filter(isTable) : []);
  const letters = tables(tiles["letter"]).map(({ upper, count, points, vowel, ...more }) => ({
    upper: String(upper ?? ""),
    count: Number(count ?? 0),
    points: Number(points ?? 0),
    vowel: vowel === true,
    more,
  }));
  const blanks = tables(tiles["blank"]).map((blank) => ({
    count: Number(blank["count"] ?? 0),
    points: blank["points"] === "letter" ? ("letter" as const) : Number(blank["points"] ?? 0),
  }));
  const faced = tables(tiles["tile"]).map((tile) => ({
    faces: Array.isArray(tile["faces"]) ? tile["faces"].join(" ") : "",
    count: Number(tile["count"] ?? 0),
  }));
  return { name: String(tiles["name"] ?? "own"), letters, blanks, faced };
}

export function tilesOf(rows: TileRows): TomlTable {
  const letter = rows.letters.map(({ upper, count, points, vowel, more }): TomlTable => {
    // The small letter follows the capital one unless somebody chose it.
    const { lower, aliases, ...rest } = more;
    return {
      upper,
      ...(lower !== undefined && lower !== upper.toLowerCase() ? { lower } : {}),
      count,
      points,
      ...(vowel ? { vowel } : {}),
      ...(Array.isArray(aliases) && aliases.length > 0 ? { aliases } : {}),
      ...rest,
    };
  });
  const faces = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  return {
    name: rows.name,
    letter,
    ...(rows.blanks.length > 0 ? { blank: rows.blanks.map((blank) => ({ ...blank })) } : {}),
    ...(rows.faced.length > 0
      ? { tile: rows.faced.map((tile) => ({ faces: faces(tile.faces), count: tile.count })) }
      : {}),
  };
}

export interface TileTotals {
  tiles: number;
  points: number;
  vowels: number;
  blanks: number;
}

export function totalsOf(rows: TileRows): TileTotals {
  const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + (each || 0), 0);
  const letters = sum(rows.letters.map((row) => row.count)),
    blanks = sum(rows.blanks.map((row) => row.count));
  return {
    tiles: letters + blanks + sum(rows.faced.map((row) => row.count)),
    points: sum(rows.letters.map((row) => row.count * row.points)),
    vowels: sum(rows.letters.filter((row) => row.vowel).map((row) => row.count)),
    blanks,
  };
}

/** What can go wrong with tiles that are no fault. */
export type TileWarning = "few" | "no-vowels" | "many-vowels" | "no-points";

export function warningsOf(totals: TileTotals, rack: number, seats: number): TileWarning[] {
  const found: TileWarning[] = [];
  if (totals.tiles < rack * seats + rack) found.push("few");
  if (totals.vowels === 0) found.push("no-vowels");
  if (totals.vowels > 0.7 * totals.tiles) found.push("many-vowels");
  if (totals.points === 0) found.push("no-points");
  return found;
}
