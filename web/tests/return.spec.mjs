// Reasons to come back: the lesson, somebody to play with, one's own games, words, looks, notices, and an installed page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import {
  axe,
  computer,
  counts,
  drafted,
  eventually,
  FROM_DISK,
  lying,
  myTurn,
  openBrowser,
  People,
  plainTile,
  rackTiles,
  Server,
  settled,
  square,
  until,
  YOU,
} from "./harness.mjs";

let server, browser, people;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => {
  people = new People(browser, server);
});
afterEach(() => people.leave());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LESSON = JSON.parse(readFileSync(new URL("../src/game/lesson-words.json", import.meta.url)));

describe("the lesson", () => {
  const task = (page, title) => page.getByRole("heading", { name: title }).waitFor();
  const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

  test("is a small game that is played to its end with mouse and keyboard", async () => {
    const page = await people.open(await people.person(), "/");
    await page.getByRole("link", { name: "How to play" }).click();
    await task(page, "Lay a word");
    await counts(rackTiles(page), 3);
    // A word that does not cover the start is refused, with the reason.
    await rackTiles(page)
      .first()
      .dragTo(square(page, 0, 0));
    await page.getByText("The first word must cover the start.").first().waitFor();
    await page.keyboard.press("Escape");
    for (const x of [3, 4, 5])
      await rackTiles(page)
        .first()
        .dragTo(square(page, x, 4));
    await counts(drafted(page), 3);
    await press(page, "Play 5");
    await task(page, "Join what lies");
    await counts(lying(page), 3);
    await square(page, 5, 5).click();
    await page.keyboard.press("Space");
    for (const letter of "ea") await page.keyboard.press(letter);
    await page.keyboard.press("Enter");
    await task(page, "Coloured squares");
    await rackTiles(page).first().click();
    await square(page, 6, 4).click();
    await press(page, "Play 12");
    await task(page, "The blank");
    await rackTiles(page).first().click();
    await square(page, 3, 5).click();
    await rackTiles(page).first().click();
    await square(page, 3, 6).click();
    await page.getByRole("dialog").getByRole("button", { name: "P", exact: true }).click();
    await press(page, "Play 4");
    await task(page, "Swap");
    await press(page, "Swap");
    await rackTiles(page).first().click();
    await press(page, "Swap 1");
    await task(page, "The end");
    await rackTiles(page).first().click();
    await square(page, 5, 7).click();
    await press(page, "Play 6");
    await task(page, "That is all there is");
    await press(page, "Once more");
    await task(page, "Lay a word");
    await counts(lying(page), 0);
  });

  test("fits a phone, is accessible, and leads to a game", async () => {
    const page = await people.open(await people.person(PHONE), "/learn");
    await counts(rackTiles(page), 3);
    await settled(page);
    assert.deepEqual(await axe(page), []);
    const box = await page.locator(".actions .main").boundingBox();
    assert.ok(box.y + box.height <= 844 && box.width > 60, JSON.stringify(box));
  });

  test("has words of every language's list", { timeout: 120_000 }, async () => {
    for (const { lexicon, words } of Object.values(LESSON))
      for (const word of words) {
        const found = await server.ask("GET", `/lexicons/${lexicon}/words/${word}`);
        assert.ok(found.good, `${lexicon}: ${word}`);
      }
  });
});

describe("playing now", () => {
  test("pairs two people who wait for the same, and nobody with themselves", async () => {
    const [first, second] = [
      await people.open(await people.person(), "/"),
      await people.open(await people.person({ settings: { name: "Bob" } }), "/"),
    ];
    const now = (page) => page.getByRole("button", { name: "Play a person now" }).click();
    await now(first);
    await first.getByText("Waiting for 1 more player.").waitFor();
    await now(second);
    await second.waitForURL(first.url());
    for (const page of [first, second]) await counts(rackTiles(page), 7);
    // The next one finds nobody, and waits; so does the same person a second time, at another table.
    await first.goto(`${server.url}/`);
    await now(first);
    await first.getByText("Waiting for 1 more player.").waitFor();
    const waiting = first.url();
    await first.goto(`${server.url}/`);
    await now(first);
    await first.waitForURL((url) => /game/.test(url.pathname) && url.href !== waiting);
  });

  test("offers a computer to those who would rather not wait", async () => {
    const page = await people.open(await people.person({ settings: { words: "de" } }), "/");
    await page.getByRole("button", { name: "Play a person now" }).click();
    await page.getByText("Waiting for 1 more player.").waitFor();
    const id = page.url().split("/").pop();
    await page.getByRole("button", { name: "Play the computer instead" }).click();
    await page.waitForURL((url) => /game/.test(url.pathname) && !url.pathname.endsWith(id));
    await counts(rackTiles(page), 7);
    const { rules } = await server.view(page.url().split("/").pop());
    assert.equal(rules, "german");
  });
});

describe("my games", () => {
  /** A game that its player has given up. */
  async function lostGame() {
    const made = await server.create({ player: "Ann", seats: [YOU, computer("first")], seed: 1 });
    await server.command(made, { type: "resign" });
    return made;
  }
  const kept = (made) => ({ [made.game.id]: { seat: made.seat, key: made.key } });

  test("are counted, kept without the server, saved as a file and opened from one", async () => {
    const [one, two] = [await lostGame(), await lostGame()];
    const page = await people.open(await people.person({ seats: { ...kept(one), ...kept(two) } }), "/mine");
    await counts(page.locator("main ul li"), 2);
    await page.getByRole("row", { name: /^Careless/ }).waitFor();
    await settled(page);
    assert.deepEqual(await axe(page), []);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    const saved = readFileSync(await file.path(), "utf8");
    assert.equal(JSON.parse(saved).length, 2);
    const other = await people.open(await people.person(), "/mine");
    await other.getByText("No finished game yet.").waitFor();
    const open = (text) =>
      other
        .locator("input[type=file]")
        .setInputFiles({ name: "games.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await open('{"not": "ours"}');
    await other.getByText("That is not a file of this page.").waitFor();
    await open(saved);
    await counts(other.locator("main ul li"), 2);
    await other.reload();
    await counts(other.locator("main ul li"), 2);
  });
});

describe("another device", () => {
  /** Makes the link that carries the seat of the player of a page. */
  async function carry(page) {
    await page.getByRole("tab", { name: "More" }).click();
    await page.getByRole("button", { name: "Play on another device" }).click();
    const dialog = page.getByRole("dialog", { name: "Play on another device" });
    await dialog.getByRole("img", { name: "QR code" }).waitFor();
    return [dialog, await dialog.getByRole("textbox", { name: "Link for the other device" }).inputValue()];
  }

  test("gets a seat of a private game with a link that is used once", async () => {
    const [ann] = await server.pairPrivately();
    const old = await people.at(ann);
    await counts(rackTiles(old), 7);
    const [, link] = await carry(old);
    await settled(old);
    assert.deepEqual(await axe(old), []);
    const path = link.slice(server.url.length);
    const phone = await people.open(await people.person(PHONE), path);
    await phone.getByRole("heading", { name: "Play on here?" }).waitFor();
    assert.deepEqual(await axe(phone), []);
    await phone.getByRole("button", { name: "Play here" }).click();
    await counts(rackTiles(phone), 7);
    await myTurn(phone);
    assert.ok(!phone.url().includes("hand-over"), phone.url());
    // The old device is told, and watches from now on.
    await old.getByText("This seat belongs to somebody else.").waitFor();
    await counts(rackTiles(old), 0);
    await old.getByText("You are watching").waitFor();
    await plainTile(phone).click();
    await square(phone, 7, 7).click();
    await counts(drafted(phone), 1);
    await phone.reload();
    await counts(drafted(phone), 1);
    const late = await people.open(await people.person({ settings: { name: "Eve" } }), path);
    await late.getByRole("button", { name: "Play here" }).click();
    await late.getByText("This link was used or is too old.").waitFor();
    await late.getByRole("button", { name: "Only watch" }).click();
    await late.getByRole("grid").waitFor();
  });

  test("scans the link of a game that waits for players", async () => {
    const made = await server.create({ seats: [YOU, { kind: "open" }] });
    const page = await people.at(made, PHONE);
    await page.getByRole("button", { name: "QR", exact: true }).click();
    await page.getByRole("dialog").getByRole("img", { name: "QR" }).waitFor();
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: "Close" }).click();
    await counts(page.getByRole("dialog"), 0);
  });
});

describe("words", () => {
  test("are looked up in any list", async () => {
    const page = await people.open(await people.person(), "/words");
    const ask = async (word) => {
      await page.getByRole("textbox", { name: "Word" }).fill(word);
      await page.keyboard.press("Enter");
    };
    await page.getByRole("combobox", { name: "Word list" }).waitFor();
    await ask("quixotry");
    await page.getByText("QUIXOTRY is a word.").waitFor();
    await ask("zzyzx");
    await page.getByText("ZZYZX is not in this list.").waitFor();
    await page.getByRole("combobox", { name: "Word list" }).selectOption("german");
    await ask("straße");
    await page.getByText(/STRASSE is a word\./).waitFor();
  });
});

describe("the page", () => {
  test("shows its keys when a question mark is pressed, also in a game", async () => {
    const made = await server.create({ seats: [YOU, computer("first")] });
    const page = await people.at(made);
    await rackTiles(page).first().waitFor();
    for (const path of [null, "/settings"]) {
      if (path) await page.goto(server.url + path);
      await settled(page);
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keys" });
      await dialog.getByText("move over the board").waitFor();
      assert.deepEqual(await axe(page), []);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByRole("textbox", { name: "Your name" }).press("?");
    await counts(page.getByRole("dialog"), 0);
  });

  test("has looks of tiles and board, all of them readable, light and dark", { timeout: 120_000 }, async () => {
    const made = await server.create({ seats: [YOU, computer("greedy")], hints: true });
    await server.playBest(made);
    const page = await people.open(await people.person(), "/settings");
    await page.getByText("stone", { exact: true }).click();
    await until("it is worn", () => page.evaluate(() => document.documentElement.dataset.look === "stone"));
    for (const look of ["stone", "sea", "contrast"])
      for (const theme of ["light", "dark"]) {
        const game = await people.at(made, { settings: { look, theme } });
        await lying(game).first().waitFor();
        await settled(game);
        assert.deepEqual(await axe(game, ["color-contrast"]), [], `${look}, ${theme}`);
        await game.close();
      }
  });

  test("tells of one's turn while it is in the background, if one wants it", async () => {
    const [ann, bob] = await server.pair();
    await server.playBest(ann);
    const context = await people.person({
      settings: { notify: true },
      seats: { [ann.game.id]: { seat: ann.seat, key: ann.key } },
    });
    await context.addInitScript(() => {
      window.told = [];
      window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) {
          window.told.push(`${title}: ${body}`);
        }
      };
      Object.defineProperty(document, "hidden", { get: () => window.away === true });
    });
    const page = await people.open(context, `/game/${ann.game.id}`);
    await page.getByText("Bob to play").waitFor();
    await page.evaluate(() => {
      window.away = true;
    });
    await server.playBest(bob);
    await myTurn(page);
    const told = `Your turn: ${ann.game.name}`;
    await eventually(async () => assert.deepEqual(await page.evaluate(() => window.told), [told]));
  });

  test("asks before it tells, and says when the browser does not allow it", async () => {
    const context = await people.person();
    await context.addInitScript(() => {
      window.Notification = class {
        static permission = "default";
        static requestPermission = async () => "denied";
      };
    });
    const page = await people.open(context, "/settings");
    await page.getByRole("checkbox", { name: "Tell me when it is my turn" }).click();
    await page.getByText("The browser does not allow it").waitFor();
    await until(
      "it stays off",
      async () => !(await page.getByRole("checkbox", { name: "Tell me when it is my turn" }).isChecked()),
    );
  });

  test("can be installed, and its shell opens without the server", { timeout: 60_000 }, async () => {
    const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
    assert.deepEqual([manifest.display, manifest.start_url], ["standalone", "./"]);
    for (const icon of manifest.icons) {
      const answer = await fetch(`${server.url}/${icon.src}`);
      assert.equal(answer.headers.get("content-type"), "image/png");
    }
    assert.match(await (await fetch(`${server.url}/robots.txt`)).text(), /Disallow: \/api\//);
    if (FROM_DISK) return;
    const context = await people.person({ serviceWorkers: "allow" });
    const page = await people.open(context, "/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await until("the worker has taken over", () => page.evaluate(() => navigator.serviceWorker.controller !== null));
    people.isOffline = true;
    await server.kill();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Crossword games" }).waitFor();
    await page.getByRole("button", { name: "Play the computer" }).waitFor();
    await server.run();
  });
});
