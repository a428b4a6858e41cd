/** Taking a seat under one's name. */

import { api, codeOf } from "../api";
import { app } from "../app.svelte";
import type { SeatKey } from "../types";

/** Sits down under one's name, or with a number after it if somebody has the same; null is any free seat. */
export async function sitDown(id: string, seat: number | null, invite: string | undefined): Promise<SeatKey> {
  for (let number = 1; ; number++) {
    const ending = number > 1 ? ` ${number}` : "";
    const name = [...app.name].slice(0, 40 - ending.length).join("") + ending;
    try {
      return await api.sit(id, name, seat, { invite });
    } catch (error) {
      if (codeOf(error) !== "name-taken" || number > 9) throw error;
    }
  }
}
