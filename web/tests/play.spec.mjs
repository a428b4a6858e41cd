// People at the board: with the mouse, a finger, the keyboard; alone, together and against computers.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import {
  computer,
  counts,
  drafted,
  lying,
  myTurn,
  OPEN,
  openBrowser,
  pause,
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

/** A game that is begun by a person without a blank, and whose first play is known. */
async function begun(asked = {}) {
  const made = await server.createWith(
    { seats: [YOU, computer("greedy")], ...asked },
    (letters) => !letters.includes("?"),
  );
  return { ...made, best: (await server.hints(made))[0] };
}

const rackButton = (page, letter) =>
  page
    .locator(".shelf button[data-slot]")
    .filter({ has: page.locator(`.letter:text-is("${letter}")`) })
    .first();
const named = (page, x, y, name) =>
  until(`${x}, ${y} is ${name}`, async () => name.test(await square(page, x, y).getAttribute("aria-label")));
const playButton = (page) => page.locator(".actions .main");
const message = (page) => page.getByRole("group", { name: "Message" });

/** Types a found play with the keyboard alone: the cursor goes to its first square, then letter after letter. */
async function typePlay(page, play) {
  const down = new Set(play.tiles.map((tile) => tile.x)).size === 1 && play.tiles.length > 1;
  const [first] = play.tiles;
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  const go = async (key, times) => {
    for (let n = 0; n < times; n++) await page.keyboard.press(key);
  };
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const at = await page.evaluate(() => ({
    x: Number(document.activeElement.dataset.x),
    y: Number(document.activeElement.dataset.y),
  }));
  await go(first.x > at.x ? "ArrowRight" : "ArrowLeft", Math.abs(first.x - at.x));
  await go(first.y > at.y ? "ArrowDown" : "ArrowUp", Math.abs(first.y - at.y));
  const wanted = `typing ${down ? "down" : "across"}`;
  if (!(await page.evaluate(() => document.activeElement.getAttribute("aria-label"))).includes(wanted))
    await page.keyboard.press("Space");
  for (const tile of play.tiles)
    await page.keyboard.press(tile.points === 0 && tile.wild ? `Shift+${tile.letter}` : tile.letter.toLowerCase());
}

describe("a game", () => {
  test("starts against the computer with one click from the home page", async () => {
    const page = await people.open(await people.person(), "/");
    await page.getByRole("button", { name: "Play the computer" }).click();
    await page.waitForURL(/\/game\//);
    await page.getByRole("grid", { name: "Board" }).waitFor();
    await counts(rackTiles(page), 7);
    await counts(page.locator("[role=gridcell]"), 225);
  });

  test("two people and a computer play to the end, and the winner is shown", { timeout: 240_000 }, async () => {
    const ann = await server.create({ player: "Ann", seats: [YOU, OPEN, computer("greedy")] });
    const first = await people.at(ann);
    await first.getByText("Waiting for 1 more player").waitFor();
    const second = await people.open(await people.person({ settings: { name: "Bob" } }), `/game/${ann.game.id}`);
    const told = first.locator(".notice", { hasText: "Bob joined." }).waitFor();
    await second.getByRole("button", { name: "Take a seat" }).click();
    await rackTiles(second).first().waitFor();
    await told;
    for (let turn = 0; turn < 90; turn++) {
      const view = await server.view(ann.game.id);
      if (view.stage === "over") break;
      if (view.turn === 2) {
        await pause(60);
        continue;
      }
      await takeTurn(view.turn === 0 ? first : second, view.seq);
    }
    for (const page of [first, second]) {
      const overlay = page.getByRole("dialog");
      await overlay.waitFor();
      await overlay.getByRole("heading", { name: /win/ }).waitFor();
      await counts(overlay.getByRole("listitem"), 3);
    }
    const view = await server.view(ann.game.id);
    assert.equal(view.stage, "over");
    await rematch(first, second);
  });

  /** One turn by buttons: the best hint, or a pass when there is none. */
  async function takeTurn(page, seq) {
    await myTurn(page);
    await page.getByRole("button", { name: "Hint" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const best = dialog.locator(".hint").first();
    if (await best.count()) {
      await best.click();
      await playButton(page).click();
    } else {
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Pass", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Pass", exact: true }).click();
    }
    await server.until(page.url().split("/").pop(), (view) => view.seq > seq);
  }

  /** Both ask for another game and meet at the same table, which waits for both. */
  async function rematch(first, second) {
    const before = first.url();
    for (const page of [first, second]) {
      await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
      await page.waitForURL((url) => url.href !== before);
    }
    assert.equal(first.url(), second.url());
    for (const page of [first, second]) await rackTiles(page).first().waitFor();
  }
});

describe("tiles", () => {
  test("are dragged with the mouse, scored as they lie, and played", async () => {
    const made = await begun();
    const page = await people.at(made);
    for (const tile of made.best.tiles) {
      const letter = tile.wild ? "" : tile.letter;
      await (
        letter ? rackButton(page, letter) : page.locator(".shelf button", { has: page.locator(".wild") }).first()
      ).dragTo(square(page, tile.x, tile.y));
      if (!letter) await page.getByRole("dialog").getByRole("button", { name: tile.letter, exact: true }).click();
    }
    await counts(drafted(page), made.best.tiles.length);
    await page.getByRole("button", { name: `Play ${made.best.score}` }).click();
    await message(page)
      .getByText(/thinking|Your turn/)
      .waitFor();
    await lying(page).first().waitFor();
    await myTurn(page);
    const view = await server.view(made.game.id);
    assert.equal(view.turns_list[0].score, made.best.score);
    await counts(page.locator("ol[aria-label=Turns] li"), 2);
  });

  test("come home from the board, can be put in another order, and are shuffled", async () => {
    const made = await begun();
    const page = await people.at(made);
    await rackTiles(page).first().waitFor();
    const letters = () => page.locator(".shelf .letter").allInnerTexts();
    const order = await letters();
    await rackTiles(page).first().dragTo(rackTiles(page).last());
    await until("the first tile is the last", async () => (await letters()).at(-1) === order[0]);
    await rackTiles(page)
      .first()
      .dragTo(square(page, 4, 4));
    await counts(drafted(page), 1);
    await drafted(page).dragTo(page.locator(".shelf"));
    await counts(drafted(page), 0);
    await page.getByRole("button", { name: "Shuffle" }).click();
    await until(
      "the same tiles are there",
      async () => [...(await letters())].sort().join("") === [...order].sort().join(""),
    );
  });

  test("are laid by clicking the tile and then the square, and taken back by a click", async () => {
    const page = await people.at(await begun());
    await rackTiles(page).nth(2).click();
    await square(page, 7, 7).click();
    await counts(drafted(page), 1);
    await square(page, 7, 7).click();
    await counts(drafted(page), 0);
  });

  test("are dragged with a finger on a phone, where the whole board is in view", async () => {
    const page = await people.at(await begun(), {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await settled(page);
    const board = await page.locator(".viewport").boundingBox();
    assert.ok(board.x >= 0 && board.x + board.width <= 360 && board.y + board.height < 640);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), false);
    const from = await rackTiles(page).first().boundingBox(),
      to = await square(page, 7, 7).boundingBox();
    const touch = await page.context().newCDPSession(page);
    const at = (x, y) => [{ x, y }];
    const start = [from.x + from.width / 2, from.y + from.height / 2],
      end = [to.x + to.width / 2, to.y + to.height / 2 + 34];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(...start) });
    for (let i = 1; i <= 8; i++)
      await touch.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: at(start[0] + ((end[0] - start[0]) * i) / 8, start[1] + ((end[1] - start[1]) * i) / 8),
      });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await square(page, 7, 7).locator(".mine").waitFor();
    await square(page, 7, 7).tap();
    await drafted(page).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Unseen" }).tap();
    await page.getByText("in the bag").waitFor();
  });

  test("that are blank ask for their letter", async () => {
    const made = await server.createWith({ seats: [YOU, computer("greedy")] }, (letters) => letters.includes("?"));
    const page = await people.at(made);
    const blank = page.locator(".shelf button", { has: page.locator(".wild") }).first();
    await blank.dragTo(square(page, 7, 7));
    const dialog = page.getByRole("dialog", { name: "Which letter is it?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await counts(drafted(page), 0);
    await blank.dragTo(square(page, 7, 7));
    await dialog.getByRole("button", { name: "Q", exact: true }).click();
    await named(page, 7, 7, /Q, blank, not played yet/);
    await page.keyboard.press("Escape");
    await square(page, 7, 7).click();
    await page.keyboard.press("Shift+Z");
    await named(page, 7, 7, /Z, blank/);
  });

  test("of a draft survive a reload, and a second tab of the same seat shows them", async () => {
    const made = await begun();
    const page = await people.at(made);
    await rackTiles(page).nth(1).click();
    await square(page, 6, 6).click();
    await page.reload();
    await drafted(page).waitFor();
    const other = await people.open(page.context(), `/game/${made.game.id}`);
    await drafted(other).waitFor();
    await other.getByRole("button", { name: "Recall" }).click();
    await page.locator(".holder.mine").waitFor({ state: "detached" });
  });
});

describe("the keyboard alone", () => {
  test("plays a whole game, to its end", { timeout: 240_000 }, async () => {
    const made = await begun({ seats: [YOU, computer("first")] });
    const page = await people.at(made);
    await page.getByRole("grid").waitFor();
    for (
      let view = await settled(page, made, -1);
      view.stage !== "over";
      view = await settled(page, made, view.turns_list.length)
    ) {
      const [best] = await server.hints(made);
      if (best) await typePlay(page, best);
      else await passByKeys(page);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("dialog").getByText(/win/).first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  /** Waits until there are more turns than these, it is our turn or the game is over, and the page shows it. */
  async function settled(page, made, turns) {
    const view = await server.until(
      made.game.id,
      ({ stage, turn, turns_list }) => turns_list.length > turns && (stage === "over" || turn === made.seat),
      made.key,
    );
    await counts(page.locator("ol[aria-label=Turns] li"), view.turns_list.length);
    return view;
  }

  async function passByKeys(page) {
    await page.getByRole("button", { name: "Pass", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
  }

  test("gives up", async () => {
    const page = await people.at(await begun());
    await page.getByRole("button", { name: "More", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Give up" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Give up this game?" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText(/wins!/).waitFor();
  });

  test("erases with Backspace, recalls with Escape and turns with Space", async () => {
    const page = await people.at(await begun());
    await rackTiles(page).first().waitFor();
    const letters = (await page.locator(".shelf .letter").allInnerTexts()).filter(Boolean);
    await square(page, 3, 3).click();
    await page.keyboard.press("Space");
    for (const letter of letters.slice(0, 3)) await page.keyboard.press(letter.toLowerCase());
    await counts(drafted(page), 3);
    await named(page, 3, 5, /not played yet/);
    await page.keyboard.press("Backspace");
    await counts(drafted(page), 2);
    await page.keyboard.press("Escape");
    await counts(drafted(page), 0);
  });
});

describe("what is not allowed", () => {
  const said = (page, text) => page.locator(".spoken", { hasText: text }).waitFor({ state: "attached" });
  const REASON = "The first word must cover the start.";

  test("cannot be sent, shakes when it is tried, and stays with the reason, which is also spoken", async () => {
    const page = await people.at(await begun(), { calm: false });
    await rackTiles(page).nth(0).click();
    await square(page, 0, 0).click();
    await message(page).getByText(REASON).waitFor();
    await until("it cannot be sent", () => playButton(page).isDisabled());
    await said(page, REASON);
    await page.keyboard.press("Enter");
    await page.locator(".holder.refused").waitFor();
    await counts(drafted(page), 1);
    await message(page).getByText(REASON).waitFor();
    await page.keyboard.press("Escape");
    await counts(rackTiles(page), 7);
  });

  test("and was not known before is refused by the server, and stays on the board too", async () => {
    const page = await people.at(await begun());
    await page.route(/\/preview$/, (route) => route.fulfill({ status: 503, body: "{}" }));
    await rackTiles(page).nth(0).click();
    await square(page, 0, 0).click();
    await playButton(page).click();
    await message(page).getByText(REASON).waitFor();
    await counts(drafted(page), 1);
    await square(page, 0, 0).click();
    await counts(drafted(page), 0);
    await counts(message(page).getByText(REASON), 0);
  });

  test("the value of a draft is spoken to those who cannot see it", async () => {
    const made = await begun();
    const page = await people.at(made);
    await rackTiles(page).first().waitFor();
    await typePlay(page, made.best);
    await said(page, `${made.best.score} points`);
  });

  test("a swap with nothing chosen is told, one with tiles is made", async () => {
    const page = await people.at(await begun());
    await page.getByRole("button", { name: "Swap" }).click();
    await page.getByRole("button", { name: "Swap 0" }).click();
    await page.getByText("Choose tiles in the rack to swap.").waitFor();
    await rackTiles(page).nth(0).click();
    await rackTiles(page).nth(3).click();
    await page.getByRole("button", { name: "Swap 2" }).click();
    await page.locator("ol[aria-label=Turns]").getByText("swapped 2").waitFor();
  });
});
