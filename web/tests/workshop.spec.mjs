// The workshop: somebody who knows nothing makes a game of their own and plays it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { axe, eventually, openBrowser, People, Server } from "./harness.mjs";

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

const WORDS = ["AB", "BA", "ABA", "CAB", "BAC", "ABACA", "ACA", "CACA", "BAA", "CABA"];
const TINY = `title = "Tiny"
inherit = "standard"
rack = 4
tiles = { name = "abc", letter = [{ upper = "A", count = 14, points = 1, vowel = true }, { upper = "B", count = 8, points = 2 }, { upper = "C", count = 6, points = 3 }] }

[lexicon]
name = "few"
words = '''
${WORDS.join("\n")}
'''
`;

async function enter(options = {}) {
  const page = await people.open(await people.person(options), "/workshop");
  await ready(page);
  return page;
}

const status = (page) => page.getByRole("status");
const ready = (page) => status(page).filter({ hasText: "Ready to play" }).waitFor();
const step = (page, name) => page.getByRole("navigation", { name: "Workshop" }).getByRole("button", { name }).click();
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });

/** Puts a text in place of the whole file. */
async function write(page, text) {
  await step(page, "File");
  await page.getByLabel("The whole game as a file").fill(text);
}

describe("the workshop", () => {
  test("somebody paints a board, changes the tiles, brings words and plays", async () => {
    const page = await enter();
    await page.getByLabel("Name of the game").fill("Tea time");
    // The board: nine by nine, corners that triple the word, a hole in each quarter.
    await page.getByText("Paint", { exact: true }).click();
    await page.getByLabel("Columns").fill("9");
    await page.getByLabel("Rows").fill("9");
    await cell(page, "I9").waitFor();
    assert.equal(await page.getByRole("gridcell").count(), 81);
    await page.getByRole("radio", { name: "word times 3" }).click();
    await cell(page, "A1").click();
    for (const corner of ["A1", "I1", "A9", "I9"])
      assert.match(await cell(page, corner).getAttribute("aria-label"), /word times 3/);
    await page.getByRole("radio", { name: "hole" }).click();
    await cell(page, "C3").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(" ");
    assert.match(await cell(page, "D3").getAttribute("aria-label"), /hole/);
    assert.match(await cell(page, "F7").getAttribute("aria-label"), /hole/);
    await ready(page);
    // The tiles: three letters.
    await step(page, "Tiles");
    await page.getByRole("button", { name: "Change the tiles" }).click();
    for (const letter of "DEFGHIJKLMNOPQRSTUVWXYZ")
      await page.getByRole("button", { name: `Remove ${letter}`, exact: true }).click();
    await page.getByLabel("B: Count").fill("10");
    await page.getByLabel("C: Count").fill("8");
    await page.getByLabel("A: Count").fill("16");
    await page.getByLabel("A: Count").press("Tab");
    await page
      .getByText(/36 tiles/)
      .first()
      .waitFor();
    // The words: a list of one's own, with a word that no tile can spell.
    await step(page, "Words");
    await page.getByText("My own list", { exact: true }).click();
    await page.getByLabel("Your words, one on each line").fill(`AB\nDOG\n${WORDS.slice(1).join("\n")}`);
    await page.getByRole("button", { name: "Line 2" }).click();
    const chosen = await page
      .getByLabel("Your words, one on each line")
      .evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(chosen, "DOG");
    await page.getByLabel("Your words, one on each line").fill(WORDS.join("\n"));
    await ready(page);
    await page
      .getByText(/10 words/)
      .first()
      .waitFor();
    // A rule.
    await step(page, "Rules");
    await page.getByLabel(/^rack /).fill("5");
    await page.getByLabel(/^rack /).press("Tab");
    await page.getByText("was 7").waitFor();
    await ready(page);
    await page.getByRole("button", { name: "Play it now" }).click();
    await page.getByRole("grid").waitFor();
    await page.waitForURL(/\/game\//);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { key, invite } = await page.evaluate(
      (game) => JSON.parse(localStorage.getItem(`quixotry.seat.${game}`)),
      id,
    );
    const setup = await server.ask("GET", `/games/${id}/setup?invite=${invite}`, undefined, key);
    assert.deepEqual(
      [setup.rules.title, setup.rules.rack, setup.board.width, setup.lexicon.words],
      ["Tea time", 5, 9, 10],
    );
    assert.equal(setup.alphabet.join(""), "ABC");
    assert.equal(await page.locator(".shelf .tile").count(), 5);
    // The computer finds the words of the list.
    const made = { game: { id }, key, seat: 0 };
    await server.playBest(made);
    await server.until(id, (view) => view.turns_list.length >= 2 || view.state === "over", key);
  });

  test("what is wrong is told at its place, in every step", async () => {
    const page = await enter();
    await write(page, 'inherit = "standard"\nrack = 80\nbord = "classic"\n');
    await page.getByRole("button", { name: "Line 2" }).waitFor();
    await page.getByText("must be from 1 to 32, not 80").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Play it now" }).isDisabled(), true);
    await write(page, "rack = ");
    await page
      .getByText(/this is not TOML/)
      .first()
      .waitFor();
    await write(page, TINY);
    await ready(page);
    // A program: the fault stands at its line, and what was drawn stays.
    await step(page, "Board");
    await page.getByText("Program", { exact: true }).click();
    await page.getByRole("button", { name: "Rings" }).click();
    await ready(page);
    const code = page.getByLabel("The board as text");
    const good = await code.inputValue();
    await code.fill(good.replace("if (a > 7) then", "if (a > 7 then"));
    const place = page.getByRole("button", { name: /^Line \d+/ }).first();
    await place.waitFor();
    const line = Number((await place.textContent()).match(/\d+/)[0]);
    assert.match((await code.inputValue()).split("\n")[line - 1], /a > 7 then/);
    await page.getByRole("img", { name: "Drawing of the board" }).waitFor();
    await code.fill(good);
    await ready(page);
    // A board without end can be looked at further away.
    await page.getByRole("button", { name: "Chequered, no edges" }).click();
    await ready(page);
    await page.getByRole("button", { name: "left", exact: true }).click();
    await ready(page);
  });

  test("a board of SkraBBKle is opened, a bad one is told", async () => {
    const page = await enter();
    const boards = join(import.meta.dirname, "../../crates/presets/boards");
    const field = page.locator("input[type=file]").first();
    await field.setInputFiles(join(boards, "skrabbkle.txt"));
    await page.getByRole("grid", { name: "The board to paint" }).waitFor();
    await ready(page);
    await field.setInputFiles({ name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("9\n......\n") });
    await page
      .getByText(/bad\.txt/)
      .first()
      .waitFor();
    await field.setInputFiles(join(boards, "diamond.toml"));
    await page.getByLabel("The board as text").waitFor();
    await ready(page);
  });

  test("a draft is kept, sent by link, saved and opened", async () => {
    const page = await enter();
    await write(page, TINY);
    await ready(page);
    await page.reload();
    await ready(page);
    assert.equal(await page.getByLabel("Name of the game").inputValue(), "Tiny");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download with everything in it" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "tiny.toml");
    const whole = readFileSync(await download.path(), "utf8");
    const report = await server.ask("POST", "/workshop/check", { source: whole });
    assert.deepEqual([report.faults, report.game.setup.lexicon.words], [[], 10]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = await eventually(async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /\/workshop#game=/);
      return copied;
    });
    const other = await people.open(await people.person(), new URL(link).pathname + new URL(link).hash);
    await ready(other);
    assert.equal(await other.getByLabel("Name of the game").inputValue(), "Tiny");
    await other.goto(`${server.url}/workshop#game=AAAA`);
    await other.reload();
    await other.getByText(/damaged or too large/).waitFor();
  });

  test("a hundred quick games are reported", async () => {
    const page = await enter();
    await write(page, TINY);
    await ready(page);
    await page.getByRole("button", { name: "A hundred quick games" }).click();
    await page.getByText("got stuck", { exact: true }).waitFor();
  });

  test("everybody can use every step", async () => {
    for (const theme of ["light", "dark"]) {
      const page = await enter({ settings: { theme } });
      for (const name of ["Board", "Tiles", "Words", "Rules", "File"]) {
        await step(page, name);
        assert.deepEqual(await axe(page), []);
        if (name === "Board") {
          await page.getByText("Paint", { exact: true }).click();
          await ready(page);
          assert.deepEqual(await axe(page), []);
          await page.getByText("Program", { exact: true }).click();
          await ready(page);
          assert.deepEqual(await axe(page), []);
        }
        if (name === "Tiles") {
          await page.getByRole("button", { name: "Change the tiles" }).click();
          await ready(page);
          assert.deepEqual(await axe(page), []);
        }
        if (name === "Words") {
          await page.getByText("My own list", { exact: true }).click();
          assert.deepEqual(await axe(page), []);
          await page.getByText("A list of this server", { exact: true }).click();
        }
      }
    }
  });

  test("nothing is cut off on a phone", async () => {
    const page = await enter({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    for (const name of ["Board", "Tiles", "Words", "Rules", "File"]) {
      await step(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${name}: ${wide}`);
    }
  });
});
