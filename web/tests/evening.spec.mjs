// A first evening with friends: finding each other, sitting down, and a table where nothing moves or gets lost.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import {
  counts,
  eventually,
  OPEN,
  openBrowser,
  People,
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

const phone = (width, height) => ({ viewport: { width, height }, isMobile: true, hasTouch: true });

describe("people without ado", () => {
  test("two guests without names play, and a name of forty characters makes a game", async () => {
    const first = await people.open(await people.person({ settings: { name: "" } }), "/new");
    await first.getByRole("button", { name: "Start the game" }).click();
    await first.getByText("Waiting for 1 more player.").waitFor();
    await first.getByText("no clock").first().waitFor();
    const link = await first.getByRole("textbox", { name: /Send this link/ }).inputValue();
    const second = await people.open(await people.person({ settings: { name: "" } }), new URL(link).pathname);
    await second.getByRole("button", { name: "Take a seat" }).click();
    for (const page of [first, second]) await counts(rackTiles(page), 7);
    const { seats } = await server.view(link.split("/").pop());
    assert.deepEqual(seats.map((seat) => seat.player).sort(), ["Guest", "Guest 2"]);
    const long = await people.open(await people.person({ settings: { name: "x".repeat(40) } }), "/");
    await long.getByRole("button", { name: "Play the computer" }).click();
    await counts(rackTiles(long), 7);
  });

  test("a private game is under one's own games, and is called off", async () => {
    const made = await server.create({ name: "Hidden", seats: [YOU, OPEN], visibility: "private" });
    const context = await people.person({ seats: { [made.game.id]: { seat: 0, key: made.key, invite: made.invite } } });
    const page = await people.open(context, "/");
    await page
      .getByRole("region", { name: "Your games" })
      .getByRole("link", { name: /Hidden/ })
      .click();
    await page.getByRole("button", { name: "Call it off" }).click();
    await page.waitForURL(`${server.url}/`);
    await counts(page.getByRole("link", { name: /Hidden/ }), 0);
  });

  test("the lobby counts what there is, finds what is not loaded, and says what one joins", async () => {
    const clock = { kind: "game", initial: "10m", increment: "5s" };
    await server.create({ name: "Needle", player: "Zoe", seats: [YOU, OPEN], challenge: "double", clock });
    for (let n = 0; n < 40; n++) await server.create({ name: `Hay ${n}`, seats: [YOU, OPEN] });
    const page = await people.open(await people.person(), "/");
    const { open } = await server.ask("GET", "/lobby/counts");
    await page.getByRole("button", { name: `Open ${open}` }).click();
    const needle = page.getByRole("link", { name: /Needle/ });
    await counts(needle, 0);
    await page.getByRole("searchbox").fill("needle zoe");
    await needle.getByText(/English · 10 min each \+ 5 s(ec)? a turn · wrong challenge costs a turn/).waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "More games" }).click();
    await needle.waitFor();
  });
});

describe("the table", () => {
  const SIZES = [
    [{ viewport: { width: 1440, height: 900 } }, 100],
    [{ viewport: { width: 1180, height: 820 } }, 100],
    [phone(390, 844), 70],
    [phone(360, 640), 70],
  ];

  test(
    "keeps its main button whole with every option, at any size of screen and text",
    { timeout: 180_000 },
    async () => {
      const [ann] = await server.pair({ hints: true, undo: true, challenge: "double" });
      for (const [options, least] of SIZES)
        for (const text of ["100%", "200%"]) {
          const page = await people.at(ann, options);
          await counts(rackTiles(page), 7);
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = size;
          }, text);
          await eventually(async () => {
            const { x, y, width, height } = await page.locator(".actions .main").boundingBox();
            const view = page.viewportSize(),
              where = `${view.width} × ${view.height}, ${text}: ${JSON.stringify({ x, y, width, height })}`;
            assert.ok(width >= least && height >= 40, where);
            assert.ok(x >= 0 && x + width <= view.width && y + height <= view.height, where);
          });
          await page.close();
        }
    },
  );

  test("does not move while tiles are laid, refused and recalled", async () => {
    const [ann] = await server.pair({ hints: true, undo: true, challenge: "double" });
    for (const [options] of SIZES) {
      const page = await people.at(ann, options);
      await counts(rackTiles(page), 7);
      await settled(page);
      const where = () => page.locator(".viewport").boundingBox();
      const before = await where();
      await rackTiles(page).first().click();
      await square(page, 0, 0).click();
      await until("the reason is told", async () => (await page.locator(".message .why").count()) > 0);
      assert.deepEqual(await where(), before);
      await page.getByRole("button", { name: "Recall" }).click();
      assert.deepEqual(await where(), before);
      await page.close();
    }
  });

  test("explains its special squares under the pointer, under the cursor and in a legend", async () => {
    const [ann] = await server.pair();
    const page = await people.at(ann);
    await eventually(async () => assert.equal(await square(page, 0, 0).getAttribute("title"), "triple word"));
    await square(page, 0, 0).click();
    await page.getByRole("group", { name: "Message" }).getByText("3W: triple word").waitFor();
    await page.getByRole("tab", { name: "More" }).click();
    await page.locator(".legend").getByText("triple word").waitFor();
  });

  test("tells those who watch that they do", async () => {
    const [ann] = await server.pair();
    const page = await people.open(await people.person(), `/game/${ann.game.id}`);
    await page.getByText("You are watching").waitFor();
  });
});
