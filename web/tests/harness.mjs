// A real server and a real browser for the tests: one of each for all of them.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "../..");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PROGRAM = process.env.PROGRAM ?? join(root, "target/debug/quixotry");
/** With PAGE=dist the page is crates/page/dist as it is on disk, so that a change of it needs no new program. */
export const FROM_DISK = process.env.PAGE === "dist";
/** With SLOW=6 pages run as on an old phone, which shows what a test takes for granted. */
const SLOW = Number(process.env.SLOW ?? 1);
const BROWSERS = [
  process.env.CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];

/** The environment without what could tell the server something else. */
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QUIXOTRY")));

export const YOU = { kind: "you" },
  OPEN = { kind: "open" };
export const computer = (level) => ({ kind: "computer", level });
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** The program as a server, with a database of its own that outlives a restart. */
export class Server {
  constructor(port, bots, folder, flags = []) {
    this.flags = flags;
    this.port = port;
    this.bots = bots;
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts a server that has these word lists besides its own: by name, in the letters of the tile set of that name. */
  static async start(lexica = {}, flags = []) {
    const folder = mkdtempSync(join(tmpdir(), "quixotry-page-"));
    const server = new Server(await freePort(), await freePort(), folder, flags);
    for (const [name, words] of Object.entries(lexica)) server.addLexicon(name, words);
    await server.run();
    return server;
  }

  addLexicon(name, words) {
    const list = join(this.folder, `${name}.txt`);
    writeFileSync(list, words.join("\n"));
    execFileSync(PROGRAM, ["lexicon", "add", list, "--tiles", name, "--name", name], {
      env: { ...plain, QUIXOTRY_DATA: this.folder },
      stdio: "pipe",
    });
  }

  async run() {
    const flags = [
      "--port",
      String(this.port),
      "--bots-port",
      String(this.bots),
      "--database",
      `sqlite:${join(this.folder, "games.db")}`,
      "--pace",
      "30ms",
      "--limits-address",
      "off",
      "--limits-key",
      "off",
      "--limits-games",
      "off",
      "--allow-seeds=true",
      "--log-level",
      "warn",
      ...this.flags,
    ];
    this.process = spawn(PROGRAM, ["serve", ...flags], {
      env: { ...plain, QUIXOTRY_DATA: this.folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.output = "";
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (data) => {
        this.output += data;
      });
    await this.ready();
  }

  async ready() {
    for (let tries = 0; tries < 300; tries++) {
      if (this.process.exitCode !== null) throw new Error(`the server ended: ${this.output}`);
      const answer = await fetch(`${this.url}/api/games`).catch(() => null);
      if (answer?.ok) return;
      await pause(100);
    }
    throw new Error(`the server does not answer: ${this.output}`);
  }

  /** Ends the server without a word, as a crash does. */
  async kill() {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    if (this.process.exitCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** One of our players as a bot that connects; ends with the process that is given back. */
  bot(name, player) {
    return spawn(PROGRAM, ["bot", "--connect", `127.0.0.1:${this.bots}`, "--player", player, "--name", name], {
      env: { ...plain, QUIXOTRY_DATA: this.folder },
      stdio: "ignore",
    });
  }

  async ask(method, path, body, key) {
    const headers = {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    };
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
    });
    const told = await answer.json();
    assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(told)}`);
    return told;
  }

  create(asked) {
    return this.ask("POST", "/games", { player: "Ann", rules: "standard", ...asked });
  }

  view(id, key) {
    return this.ask("GET", `/games/${id}`, undefined, key);
  }

  /** Takes a seat in somebody's game: what the page keeps, as `create` tells it. */
  async join(made, player) {
    return { game: made.game, ...(await this.ask("POST", `/games/${made.game.id}/seats`, { player }, undefined)) };
  }

  /** Two people at a table of their own. */
  async pair(asked = {}) {
    // With a seed: of some hundred racks one has no play, and a test that waits for its tiles would wait for ever.
    const ann = await this.create({ player: "Ann", seats: [YOU, OPEN], seed: 1, ...asked });
    return [ann, await this.join(ann, "Bob")];
  }

  /** Two people at a private table. */
  async pairPrivately(asked = {}) {
    const ann = await this.create({ player: "Ann", seats: [YOU, OPEN], seed: 1, visibility: "private", ...asked });
    const path = `/games/${ann.game.id}/seats?invite=${ann.invite}`;
    const bob = await this.ask("POST", path, { player: "Bob" }, undefined);
    return [ann, { game: ann.game, invite: ann.invite, ...bob }];
  }

  async command(made, command) {
    const { seq } = await this.view(made.game.id, made.key);
    return this.ask(
      "POST",
      `/games/${made.game.id}/commands`,
      { ...command, seen: seq, id: crypto.randomUUID() },
      made.key,
    );
  }

  /** The best plays for the holder of this key. */
  async hints(made) {
    return (await this.ask("GET", `/games/${made.game.id}/hint`, undefined, made.key)).plays;
  }

  /** Plays the best play, as another program might; passes when there is none. */
  async playBest(made) {
    const [best] = await this.hints(made);
    return this.command(
      made,
      best
        ? { type: "play", tiles: best.tiles.map(({ x, y, tile, letter }) => ({ x, y, tile, letter })) }
        : { type: "pass" },
    );
  }

  /** The best play of whichever of these people has the turn. */
  async playNext(...made) {
    const { turn } = await this.view(made[0].game.id);
    return this.playBest(made.find((each) => each.seat === turn));
  }

  /** Waits until a game is as it should be. */
  async until(id, ready, key) {
    for (let tries = 0; tries < 1200; tries++) {
      const view = await this.view(id, key);
      if (ready(view)) return view;
      await pause(50);
    }
    throw new Error("the game does not get that far");
  }

  /** A game whose first rack pleases: seeds are tried one after the other. */
  async createWith(asked, pleases) {
    for (let seed = 1; seed < 200; seed++) {
      const made = await this.create({ ...asked, seed });
      const view = await this.view(made.game.id, made.key);
      if (pleases(view.seats[made.seat].letters)) return made;
    }
    throw new Error("no seed gives such a rack");
  }
}

/** Opens the browser that is installed. */
export function openBrowser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is missing: apt-get install chromium, or set CHROMIUM to its path.");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      ...(FROM_DISK
        ? ["--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessChecks"]
        : []),
    ],
  });
}

/** People with a browser of their own each; what goes wrong in their pages is kept. */
export class People {
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
    this.faults = [];
    this.contexts = [];
  }

  /** A new person: language English, with settings and seats as given; what a late one says on the live connection takes a second. */
  async person({ seats = {}, settings = {}, calm = true, late = false, ...options } = {}) {
    const context = await this.browser.newContext({
      locale: "en-GB",
      viewport: { width: 1440, height: 900 },
      reducedMotion: calm ? "reduce" : "no-preference",
      // A service worker would answer before the routes that some tests set up.
      serviceWorkers: "block",
      ...options,
    });
    this.contexts.push(context);
    const kept = { "quixotry.settings": JSON.stringify({ name: "Ann", sound: false, ...settings }) };
    for (const [id, seat] of Object.entries(seats)) kept[`quixotry.seat.${id}`] = JSON.stringify(seat);
    await context.addInitScript((values) => {
      if (!location.protocol.startsWith("http")) return;
      for (const [key, value] of Object.entries(values))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`),
      );
    }, kept);
    context.on("page", (page) => this.watch(page));
    if (FROM_DISK) await this.servePage(context);
    if (late)
      await context.routeWebSocket(/\/api\/live$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((said) => setTimeout(() => server.send(said), 1000));
      });
    return context;
  }

  async servePage(context) {
    const dist = join(root, "crates/page/dist");
    const { headers } = await fetch(this.server.url);
    const policy = { "content-security-policy": headers.get("content-security-policy") };
    await context.route(/\/assets\//, (route) =>
      route.fulfill({ path: join(dist, new URL(route.request().url()).pathname) }),
    );
    await context.route(/127.0.0.1:\d+\/(?!api|assets)/, (route) =>
      route.fulfill({ path: join(dist, "index.html"), headers: { ...policy, "content-type": "text/html" } }),
    );
    await context.route(/\/[\w-]+\.(js|png|txt|webmanifest)$/, (route) => {
      const path = join(dist, new URL(route.request().url()).pathname);
      return existsSync(path) ? route.fulfill({ path }) : route.fallback();
    });
  }

  watch(page) {
    page.on("pageerror", (error) => this.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !this.forgiven(message.text())) this.faults.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (!["data:", "blob:"].includes(protocol) && host !== `127.0.0.1:${this.server.port}`)
        this.faults.push(`request to ${request.url()}`);
    });
  }

  /** Without a server, what the service worker has not kept fails to load, such as parts that are loaded ahead. */
  isOffline = false;

  /** Refusals and lost connections are part of some tests; the browser notes them as errors of loading. */
  forgiven(text) {
    return (
      /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_CONNECTION|net::ERR_EMPTY)/.test(
        text,
      ) ||
      /WebSocket connection .* failed/.test(text) ||
      (this.isOffline && /Failed to load resource: net::ERR_(FAILED|SOCKET)/.test(text))
    );
  }

  /** Somebody at a seat, looking at the game. */
  async at(made, options = {}, path = "") {
    const context = await this.person({
      ...options,
      seats: { [made.game.id]: { seat: made.seat, key: made.key, invite: made.invite } },
    });
    return this.open(context, `/game/${made.game.id}${path}`);
  }

  async open(context, path) {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    if (SLOW > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    await page.goto(this.server.url + path);
    return page;
  }

  async leave() {
    await Promise.all(this.contexts.map((context) => context.close()));
    assert.deepEqual(this.faults, []);
  }
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds against WCAG 2.2 AA, or these rules of it, as short lines. */
export async function axe(page, runOnly = WCAG) {
  await page.evaluate(axeSource);
  const found = await page.evaluate((rules) => window.axe.run(document, { runOnly: rules }), runOnly);
  return found.violations.map(
    (each) =>
      `${each.id}: ${each.nodes
        .slice(0, 3)
        .map((node) => node.target.join(" "))
        .join("; ")} (${each.nodes[0].failureSummary})`,
  );
}

/** The square with these coordinates. */
export const square = (page, x, y) => page.locator(`[role=gridcell][data-x="${x}"][data-y="${y}"]`);

export const rackTiles = (page) => page.locator(".shelf button[data-slot]");

/** The first tile of the rack that is no blank. */
export const plainTile = (page) => page.locator(".shelf button[data-slot]:not(:has(.wild))").first();

/** Tiles of the draft, and those that lie. */
export const drafted = (page) => page.locator(".holder.mine");
export const lying = (page) => page.locator(".holder.lying");

/** Waits until this many elements are there: the page follows an action with a delay. */
export async function counts(locator, wanted) {
  const page = locator.page();
  for (let tries = 0; tries < 300; tries++) {
    if ((await locator.count()) === wanted) return;
    await page.waitForTimeout(50);
  }
  assert.equal(await locator.count(), wanted);
}

/** Waits until something holds in the page. */
export async function until(what, holds) {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail(`not so: ${what}`);
}

/** Repeats an assertion about the page until it holds: what is shown may still be on its way. */
export async function eventually(check) {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
    }
    await pause(50);
  }
  return check();
}

/** Waits until everything a page asked for is there and still. */
export async function settled(page) {
  await page.locator("main:not(.loading)").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))));
}

/** Waits until it is this person's turn. */
export const myTurn = (page) => page.locator("li.you[aria-current]").waitFor();

/** Opens the menu of rarer actions and chooses one of them. */
export async function choose(page, name) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
