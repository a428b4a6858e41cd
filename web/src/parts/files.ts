/** A game as a file: its record and its picture. */

import { api } from "../api";
import { turnNumber } from "../game/replay";
import type { Table } from "../game/table/table";

export async function saveRecord(table: Table, format: "gcg" | "jsonl" | "svg"): Promise<void> {
  const types = { gcg: "text/plain", jsonl: "application/jsonl", svg: "image/svg+xml" };
  const text = await api.record(table.state.id, format, format === "svg" ? turnShown(table) : null, table.pass);
  save(new Blob([text], { type: types[format] }), `${fileName(table)}.${format}`);
}

/** The board's picture, drawn at twice its size. */
export async function savePng(table: Table): Promise<void> {
  const text = await api.record(table.state.id, "svg", turnShown(table), table.pass);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = await loaded(url);
    const canvas = document.createElement("canvas");
    const width = image.naturalWidth || 800,
      height = image.naturalHeight || 800;
    const scale = Math.max(1, 1600 / width);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) save(blob, `${fileName(table)}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function loaded(url: string): Promise<HTMLImageElement> {
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = failed;
    image.src = url;
  });
}

const turnShown = ({ state }: Table): number | null =>
  state.shown === null ? null : turnNumber(state.view.turns_list, state.shown);
const fileName = (table: Table): string => `quixotry-${table.state.id}`;

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
