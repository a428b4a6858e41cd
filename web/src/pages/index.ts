/** The pages. Each is loaded when it is first shown, so that a reader loads what is looked at. */

import type { Component } from "svelte";
import type { Route } from "../route";
import type { TextPart } from "../texts";
import Unloaded from "./Unloaded.svelte";

export { Unloaded };

export type PageComponent = Component<{ route: Route }>;

/** Some pages have no use for the route. */
const LOAD: Record<Route["page"], () => Promise<{ default: unknown }>> = {
  home: () => import("./Home.svelte"),
  game: () => import("./Game.svelte"),
  new: () => import("./New.svelte"),
  settings: () => import("./Settings.svelte"),
  about: () => import("./About.svelte"),
  learn: () => import("./Learn.svelte"),
  mine: () => import("./Mine.svelte"),
  words: () => import("./Words.svelte"),
  workshop: () => import("./Workshop.svelte"),
  lost: () => import("./Lost.svelte"),
};

/** Which texts a page needs besides those that all need. */
const TEXTS: Record<Route["page"], TextPart[]> = {
  home: [],
  game: ["game"],
  new: ["pages"],
  settings: ["pages"],
  about: ["pages", "game"],
  learn: ["game", "more"],
  mine: ["more"],
  words: ["more"],
  workshop: ["pages", "game"],
  lost: [],
};

export const textsOf = (page: Route["page"]): TextPart[] => TEXTS[page];

/** Loads a page, or the one that says that it could not be loaded. */
export async function loadPage(page: Route["page"]): Promise<PageComponent> {
  const loaded = await LOAD[page]().catch(() => ({ default: Unloaded }));
  return loaded.default as PageComponent;
}

/** Loads a page that will probably be shown next; that it fails is told when it is shown. */
export const preloadPage = (page: Route["page"]): void => void LOAD[page]().catch(() => undefined);
