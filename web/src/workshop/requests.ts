/** The requests of the workshop. */

import { get, post } from "../api";
import type { components } from "../generated/api";
import type { Report, Trial, Workshop } from "./draft";

export const loadWorkshop = (): Promise<Workshop> => get("/workshop");
export const checkDraft = (draft: components["schemas"]["GameDraft"]): Promise<Report> =>
  post("/workshop/check", draft);
export const tryDraft = (source: string): Promise<Trial> => post("/workshop/trial", { source });
