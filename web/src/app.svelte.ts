/** What all pages share: settings, texts, the route, notices and the connection. */

import { tick } from "svelte";
import { connectHere, Live, type Connection } from "./live";
import { loadPage, preloadPage, type PageComponent, textsOf, Unloaded } from "./pages";
import { readSettings, type Settings, writeSettings } from "./storage";
import { type Route, routeOf } from "./route";
import { play as playSound, type Sound } from "./sound";
import { chosen, type Language, loadTexts, type TextPart, type Texts } from "./texts";

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "good" | "bad";
}

interface ShownPage {
  route: Route;
  component: PageComponent;
}

const DARK = matchMedia("(prefers-color-scheme: dark)");

class App {
  settings = $state<Settings>(readSettings());
  /** Set before the first page is shown; see `begin`. */
  t = $state.raw<Texts>(undefined as unknown as Texts);
  language = $state<Language>("en");
  /** The page that is shown, and the address it is shown for; see `begin`. */
  shown = $state.raw<ShownPage>(undefined as unknown as ShownPage);
  notices = $state.raw<Notice[]>([]);
  /** What screen readers are told, the last few texts: a newer one does not silence the one before it. */
  spoken = $state.raw<{ id: number; text: string }[]>([]);
  connection = $state<Connection>("connecting");
  readonly live = new Live(connectHere, (state) => this.#connected(state));
  /** The parts of the texts that the pages shown so far need. */
  #parts = new Set<TextPart>(["base"]);
  #next = 1;
  #arrivals = 0;

  /** Takes up language, colours and the first page; then it can be shown. */
  async begin(): Promise<void> {
    addEventListener("popstate", () => void this.#arrive());
    DARK.addEventListener("change", () => this.#wear());
    addEventListener("online", () => this.live.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.live.wake();
    });
    this.#wear();
    await Promise.all([this.#speak(this.#parts), this.#arrive()]);
  }

  get route(): Route {
    return this.shown.route;
  }

  /** Changes settings and saves them. */
  async set(some: Partial<Settings>): Promise<void> {
    Object.assign(this.settings, some);
    writeSettings($state.snapshot(this.settings));
    this.#wear();
    if (some.language !== undefined)
      await this.#speak(this.#parts).catch(() => this.notice(this.t.unloaded.text, "bad"));
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    void this.#arrive();
  }

  notice(text: string, kind: Notice["kind"] = "info"): void {
    const id = this.#next++;
    this.notices = [...this.notices.filter((other) => other.text !== text).slice(-2), { id, text, kind }];
    setTimeout(() => this.dismiss(id), kind === "bad" ? 6000 : 3800);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Announces a text to screen readers, also the same text twice. */
  announce(text: string): void {
    this.spoken = [...this.spoken.slice(-3), { id: this.#next++, text }];
  }

  /** Tells somebody who looks elsewhere that it is their turn in a game. */
  notify(name: string, path: string): void {
    if (!this.settings.notify || !document.hidden || !("Notification" in globalThis)) return;
    if (Notification.permission !== "granted") return;
    void import("./notify").then(({ notify }) => notify(this.t.common.yourTurn, name, path));
  }

  sound(sound: Sound): void {
    if (this.settings.sound) playSound(sound);
  }

  get calm(): boolean {
    return this.settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The language whose words are played: the one chosen, or the reader's. */
  get words(): Language {
    return this.settings.words === "auto" ? this.language : this.settings.words;
  }

  /** The name to play under. */
  get name(): string {
    return this.settings.name.trim() || this.t.home.anonymous;
  }

  /** Shows the page of the address as soon as it is loaded; what was shown stays until then. */
  async #arrive(): Promise<void> {
    const arrival = ++this.#arrivals,
      route = routeOf(new URL(location.href), document.baseURI);
    const component = await this.#load(route.page);
    if (arrival !== this.#arrivals) return;
    const before = this.shown?.component;
    this.shown = { route, component };
    if (before && before !== component) void this.#startReading();
  }

  /** A page and its texts, or the page that says that they could not be loaded. */
  async #load(page: Route["page"]): Promise<PageComponent> {
    const parts = new Set([...this.#parts, ...textsOf(page)]);
    const texts = parts.size > this.#parts.size ? this.#speak(parts) : undefined;
    const [component] = await Promise.all([loadPage(page), texts]).catch(() => [Unloaded as PageComponent]);
    return component;
  }

  /** Loads a part of the texts that the page shown does not need at first. */
  async learn(part: TextPart): Promise<void> {
    if (!this.#parts.has(part)) await this.#speak(new Set([part]));
  }

  /** Loads a page that will probably be shown next. */
  preload(page: Route["page"]): void {
    preloadPage(page);
    void loadTexts(this.language, textsOf(page)).catch(() => undefined);
  }

  /** Begins at the top of a new page, also for those who read by keyboard or ear. */
  async #startReading(): Promise<void> {
    await tick();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }

  #connected(state: Connection): void {
    const back = this.connection === "lost" && state === "live";
    this.connection = state;
    if (back) this.notice(this.t.common.connection.back, "good");
    if (state === "lost") this.announce(this.t.common.connection.lost);
  }

  #wear(): void {
    const { dataset } = document.documentElement;
    const { theme } = this.settings;
    dataset["theme"] = theme === "auto" ? (DARK.matches ? "dark" : "light") : theme;
    dataset["motion"] = this.settings.motion;
    dataset["look"] = this.settings.look;
  }

  /** Speaks the reader's language with these parts of its texts. */
  async #speak(parts: Set<TextPart>): Promise<void> {
    const language = chosen(this.settings.language, navigator.languages);
    const texts = await loadTexts(language, parts);
    for (const part of parts) this.#parts.add(part);
    if (language !== chosen(this.settings.language, navigator.languages)) return;
    this.t = { ...(language === this.language ? this.t : undefined), ...texts };
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const app = new App();
