// At the table: what people ask each other, clocks, seats that change hands, and how a game ends.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import {
  axe,
  choose,
  computer,
  counts,
  drafted,
  eventually,
  lying,
  myTurn,
  OPEN,
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

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
const BOB = { settings: { name: "Bob" } };
const button = (page, name) => page.getByRole("button", { name, exact: true });
const notice = (page, text) => page.locator(".notice", { hasText: text });

/** Lays the first tiles of somebody's rack in a row, whatever they spell. */
async function layAnything(made, count, x, y) {
  const { rack } = (await server.view(made.game.id, made.key)).seats[made.seat];
  return server.command(made, { type: "play", tiles: rack.slice(0, count).map((tile, i) => ({ x: x + i, y, tile })) });
}

const noBlank = (view) => view.seats.every((seat) => !seat.letters?.includes("?"));

/** Two people whose words stand until they are doubted, and who hold no blank. */
async function doubters() {
  for (let seed = 1; seed < 100; seed++) {
    const [ann, bob] = await server.pair({ challenge: "double", seed });
    const views = await Promise.all([ann, bob].map((each) => server.view(each.game.id, each.key)));
    if (views.every(noBlank)) return [ann, bob];
  }
  throw new Error("no seed gives such racks");
}

describe("a doubtful play", () => {
  test("is challenged word by word, and comes off the board", async () => {
    const [ann, bob] = await doubters();
    await layAnything(ann, 3, 7, 7);
    await layAnything(bob, 2, 7, 8);
    const page = await people.at(ann);
    await counts(lying(page), 5);
    await button(page, "Challenge").click();
    const dialog = page.getByRole("dialog", { name: "Which words do you doubt?" });
    await dialog.waitFor();
    await counts(dialog.getByRole("checkbox"), 3);
    assert.deepEqual(await axe(page), []);
    for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
    await dialog.getByRole("button", { name: "Challenge" }).click();
    await notice(page, "Choose at least one word.").waitFor();
    for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    await dialog.getByRole("button", { name: "Challenge" }).click();
    await dialog.waitFor({ state: "detached" });
    await server.until(ann.game.id, (view) => view.turns_list.some((turn) => turn.event === "challenged"));
    await page
      .locator("ol[aria-label=Turns]")
      .getByText(/taken back|challenge failed/)
      .waitFor();
    const { board } = await server.view(ann.game.id);
    await counts(lying(page), board.length);
  });

  test("of one word is challenged after a question that says what it may cost", async () => {
    const [ann, bob] = await doubters();
    await layAnything(ann, 3, 7, 7);
    const page = await people.at(bob, BOB);
    await button(page, "Challenge").click();
    const dialog = page.getByRole("dialog", { name: /^Challenge [A-Z]+\?$/ });
    await dialog.getByText("If the play is good you lose your next turn.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await counts(lying(page), 3);
    await button(page, "Challenge").click();
    await dialog.getByRole("button", { name: "Challenge" }).click();
    await page
      .locator("ol[aria-label=Turns]")
      .getByText(/taken back|challenge failed/)
      .waitFor();
  });

  test("that goes out waits to be accepted, and then the game ends", { timeout: 180_000 }, async () => {
    const [ann, bob] = await server.pair({ challenge: "single", hints: true, seed: 7 });
    const answering = async () => {
      for (let turn = 0; turn < 80; turn++) {
        const view = await server.view(ann.game.id);
        if (view.stage !== "playing") return view;
        await server.playNext(ann, bob);
      }
      throw new Error("nobody goes out");
    };
    const view = await answering();
    assert.equal(view.stage, "answering");
    const waiting = [ann, bob].find((each) => view.waiting.includes(each.seat));
    const page = await people.at(waiting);
    await button(page, "Accept").click();
    await page.getByRole("dialog").getByRole("heading", { name: /win/ }).waitFor();
    await settled(page);
    assert.deepEqual(await axe(page), []);
  });
});

describe("taking a turn back", () => {
  test("is asked of the other, who declines and then agrees", async () => {
    const [ann, bob] = await server.pair({ undo: true });
    const [first, second] = [await people.at(ann), await people.at(bob, BOB)];
    await myTurn(first);
    await server.playBest(ann);
    await lying(first).first().waitFor();
    await choose(first, "Take back");
    await first.getByText("Waiting for Bob to agree.").waitFor();
    await second.getByText("Ann asks to take the last turn back.").first().waitFor();
    await Promise.all([notice(first, "Bob would rather play on.").waitFor(), button(second, "Decline").click()]);
    await choose(first, "Take back");
    await button(second, "Agree").click();
    for (const page of [first, second]) await counts(lying(page), 0);
    await myTurn(first);
  });
});

describe("clocks", () => {
  test("run for whoever has the turn, and only there", async () => {
    const [ann] = await server.pair({
      clock: { kind: "game", initial: "25m", increment: "0s", penalty: 10, overtime: "10m" },
    });
    const page = await people.at(ann);
    const timers = page.getByRole("timer");
    await counts(timers, 2);
    const { turn } = await server.view(ann.game.id);
    const times = () => timers.allInnerTexts();
    const before = await times();
    await until("the clock of the turn runs", async () => (await times())[turn] !== before[turn]);
    assert.equal((await times())[1 - turn], before[1 - turn]);
  });

  test("that have run out say so, and the turn passes", async () => {
    const [ann, bob] = await server.pair({ clock: { kind: "turn", turn: "2s", then: "pass" } });
    const page = await people.at(ann);
    await page.locator("ol[aria-label=Turns]").getByText("out of time").first().waitFor();
    await server.command(bob, { type: "resign" }).catch(() => undefined);
  });
});

describe("seats", () => {
  test("of computers are taken over by people", async () => {
    const made = await server.create({
      player: "Ann",
      rules: "cornell",
      seats: [YOU, computer("first"), computer("first"), computer("first")],
    });
    const page = await people.open(await people.person(BOB), `/game/${made.game.id}`);
    await page
      .getByRole("button", { name: /^Take .* seat$/ })
      .first()
      .click();
    await rackTiles(page).first().waitFor();
    const { seats } = await server.view(made.game.id);
    assert.deepEqual(
      seats.map((seat) => seat.kind),
      ["human", "human", "computer", "computer"],
    );
  });

  test("are left before the game begins, which the others are told", async () => {
    const ann = await server.create({ player: "Ann", seats: [YOU, OPEN, OPEN] });
    const bob = await server.join(ann, "Bob");
    const page = await people.at(ann);
    await page.getByText("Waiting for 1 more player.").waitFor();
    const leaving = await people.at(bob, BOB);
    await leaving.getByRole("tab", { name: "More" }).click();
    const told = notice(page, "Bob left the seat.").waitFor();
    await button(leaving, "Leave the game").click();
    await leaving.getByRole("button", { name: "Sit at seat 2" }).waitFor();
    await told;
    await page.getByText("Waiting for 2 more players.").waitFor();
  });

  test("may be eight, on a large screen and on a phone", { timeout: 120_000 }, async () => {
    const made = await server.create({
      rules: "itu",
      hints: true,
      seats: [YOU, ...Array.from({ length: 7 }, () => computer("first"))],
    });
    for (const options of [{}, PHONE]) {
      const page = await people.at(made, options);
      await counts(page.getByRole("list", { name: "Players" }).getByRole("listitem"), 8);
      await myTurn(page);
      await eventually(async () => {
        const { x, width } = await page.locator("li[aria-current]").boundingBox();
        assert.ok(x >= 0 && x + width <= page.viewportSize().width, "whose turn it is can be seen");
      });
      await settled(page);
      assert.deepEqual(await axe(page), []);
      await page.close();
    }
  });
});

describe("the end", () => {
  test("in a tie names everybody who has most, in the words of the rules", async () => {
    const ann = await server.create({ player: "Ann", rules: "cornell", seats: [YOU, OPEN, OPEN, OPEN] });
    const all = [ann];
    for (const name of ["Bob", "Cy", "Di"]) all.push(await server.join(ann, name));
    const page = await people.at(ann);
    await rackTiles(page).first().waitFor();
    for (let view = await server.view(ann.game.id); view.stage !== "over"; view = await server.view(ann.game.id))
      await server.command(
        all.find((each) => each.seat === view.turn),
        { type: "pass" },
      );
    const overlay = page.getByRole("dialog", { name: "Ann and Bob and Cy and Di win!" });
    await overlay.waitFor();
    await overlay.getByText("Too many turns without points.").waitFor();
    await counts(overlay.locator("li.won"), 4);
    await overlay.getByRole("button", { name: "Look at the board" }).click();
    await overlay.waitFor({ state: "detached" });
  });

  test("by giving up is told to both, and a new game is one click away", async () => {
    const [ann, bob] = await server.pair();
    const [first, second] = [await people.at(ann), await people.at(bob, BOB)];
    await choose(first, "Give up");
    await first.getByRole("dialog", { name: "Give up this game?" }).getByRole("button", { name: "Give up" }).click();
    await second.getByRole("dialog", { name: "You win!" }).waitFor();
    await first.getByRole("dialog", { name: "Bob wins!" }).waitFor();
    for (const page of [first, second]) {
      await page.getByRole("dialog").getByText("Ann gave up.").waitFor();
      await page.getByRole("dialog").getByRole("listitem").first().filter({ hasText: "Bob" }).waitFor();
    }
    const before = first.url();
    await first.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
    await first.waitForURL((url) => url.href !== before);
    await second.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
    await second.waitForURL(first.url());
  });
});

describe("what is told", () => {
  test("whose turn it is, who joined, and what was refused", async () => {
    const ann = await server.create({ player: "Ann", seats: [YOU, OPEN] });
    const page = await people.at(ann);
    await page.getByText("Waiting for 1 more player.").waitFor();
    await counts(page.getByText("away", { exact: true }), 0);
    const bob = await server.join(ann, "Bob");
    await notice(page, "Bob joined.").waitFor();
    await myTurn(page);
    await server.playBest(ann);
    await server.playBest(bob);
    const spoken = page.locator(".spoken");
    await spoken.getByText("Your turn").waitFor({ state: "attached" });
    await spoken.getByText(/Bob played \w+/).waitFor({ state: "attached" });
    await counts(notice(page, "Your turn"), 0);
  });

  test("the link of the game is copied", async () => {
    const [ann] = await server.pair();
    const page = await people.at(ann, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("tab", { name: "More" }).click();
    await button(page, "Copy link").click();
    await notice(page, "Link copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  });

  test("in the reader's language, refusals and rules too", async () => {
    const [ann] = await server.pair();
    for (const [locale, title, why] of [
      ["de-DE", "Standard", "Das erste Wort muss das Startfeld bedecken."],
      ["fr-FR", "Standard", "Le premier mot doit couvrir le départ."],
      ["es-ES", "Estándar", "La primera palabra debe cubrir la salida."],
    ]) {
      const page = await people.at(ann, { locale });
      await plainTile(page).click();
      await square(page, 0, 0).click();
      await page.locator(".message .why", { hasText: why }).waitFor();
      await page.goto(`${server.url}/new`);
      await page.locator("select option", { hasText: title }).first().waitFor({ state: "attached" });
      await page.close();
    }
  });
});

describe("letters of several characters", () => {
  test("are tiles of their own, typed one character after the other", async () => {
    const spanish = await Server.start({ spanish: ["CHICO", "LLAMA", "PERRO", "CASA", "SOL"] });
    try {
      const guests = new People(browser, spanish);
      const made = await rackWith(spanish, "CH");
      const page = await guests.at(made);
      await square(page, 7, 7).click();
      await page.keyboard.press("c");
      await page.keyboard.press("h");
      await square(page, 7, 7).locator(".mine .letter", { hasText: /^CH$/ }).waitFor();
      await eventually(async () =>
        assert.match(await square(page, 7, 7).getAttribute("aria-label"), /CH, not played yet/),
      );
      await guests.leave();
    } finally {
      await spanish.stop();
    }
  });

  /** A Spanish game whose first rack holds this tile. */
  async function rackWith(spanish, label) {
    for (let seed = 1; seed < 200; seed++) {
      const made = await spanish.create({ rules: "spanish", seats: [YOU, computer("first")], seed });
      const { tiles } = await spanish.ask("GET", `/games/${made.game.id}/setup`, undefined, made.key);
      const { rack } = (await spanish.view(made.game.id, made.key)).seats[0];
      if (rack.some((tile) => tiles.find((kind) => kind.tile === tile).label === label)) return made;
    }
    throw new Error("no seed gives such a rack");
  }
});

describe("sounds", () => {
  test("are muted at the table, and stay so", async () => {
    const [ann] = await server.pair();
    const page = await people.at(ann, { settings: { sound: true } });
    await page.getByRole("tab", { name: "More" }).click();
    await button(page, "Sounds: on").click();
    await button(page, "Sounds: off").waitFor();
    await page.reload();
    await page.getByRole("tab", { name: "More" }).click();
    await button(page, "Sounds: off").waitFor();
  });
});

describe("a player who is gone", () => {
  test("is waited for, and then the game can be claimed", { timeout: 60_000 }, async () => {
    const brief = await Server.start({}, ["--times-grace=3s"]);
    try {
      const guests = new People(browser, brief);
      const [ann, bob] = await brief.pair();
      const page = await guests.at(ann);
      const other = await guests.at(bob, BOB);
      for (const each of [page, other]) await rackTiles(each).first().waitFor();
      await other.close();
      await page.locator(".message", { hasText: /Bob is away: [\d:.]+ until you may act/ }).waitFor();
      await button(page, "Claim the game").click();
      await page.getByRole("dialog", { name: "You win!" }).getByText("Bob did not come back.").waitFor();
      await guests.leave();
    } finally {
      await brief.stop();
    }
  });

  test("who comes back plays on", { timeout: 60_000 }, async () => {
    const brief = await Server.start({}, ["--times-grace=3s"]);
    try {
      const guests = new People(browser, brief);
      const [ann, bob] = await brief.pair();
      const page = await guests.at(ann);
      const other = await guests.at(bob, BOB);
      for (const each of [page, other]) await rackTiles(each).first().waitFor();
      await other.close();
      await page.locator(".message", { hasText: "Bob is away" }).waitFor();
      await guests.open(other.context(), `/game/${ann.game.id}`);
      await notice(page, "Bob is back.").waitFor();
      await counts(page.locator(".message", { hasText: "Bob is away" }), 0);
      await guests.leave();
    } finally {
      await brief.stop();
    }
  });
});

describe("the board", () => {
  test("stays where it is through a whole turn, on a phone", async () => {
    const [ann, bob] = await server.pair({ hints: true });
    const page = await people.at(ann, PHONE);
    await myTurn(page);
    await settled(page);
    const where = () => page.locator(".viewport").boundingBox();
    const before = await where();
    const still = async (when) => assert.deepEqual(await where(), before, when);
    await button(page, "Hint").click();
    await page.locator(".hint").first().click();
    await drafted(page).first().waitFor();
    await page
      .getByText(/points?$/)
      .first()
      .waitFor({ state: "attached" });
    await still("with a draft");
    await page.locator(".actions .main").click();
    await lying(page).first().waitFor();
    await still("after the play");
    await server.playBest(bob);
    await counts(page.locator("ol[aria-label=Turns] li"), 2);
    await page.getByRole("tab", { name: "Turns" }).tap();
    await page.locator("ol[aria-label=Turns] button").first().tap();
    await page.getByText("You are looking at an earlier turn.").waitFor();
    await still("looking back");
    await page.getByRole("tab", { name: "Turns" }).tap();
    await button(page, "Back to now").tap();
    await server.command(bob, { type: "resign" });
    await page.getByRole("dialog").getByRole("button", { name: "Look at the board" }).tap();
    await still("when the game is over");
  });

  test("is zoomed with two fingers, and whole again with a button", async () => {
    const [ann] = await server.pair();
    const page = await people.at(ann, PHONE);
    await square(page, 7, 7).waitFor();
    await settled(page);
    const box = await page.locator(".viewport").boundingBox(),
      before = await square(page, 7, 7).boundingBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touch = await page.context().newCDPSession(page);
    const pinch = (type, apart) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          apart === null
            ? []
            : [
                { x: middle.x - apart, y: middle.y, id: 0 },
                { x: middle.x + apart, y: middle.y, id: 1 },
              ],
      });
    await pinch("touchStart", 30);
    for (const apart of [40, 50, 60, 75]) await pinch("touchMove", apart);
    await pinch("touchEnd", null);
    await until(
      "squares are twice as large",
      async () => (await square(page, 7, 7).boundingBox()).width > before.width * 2,
    );
    assert.deepEqual(await page.locator(".viewport").boundingBox(), box);
    await counts(drafted(page), 0);
    await button(page, "Whole board").tap();
    await until("squares are as before", async () => (await square(page, 7, 7).boundingBox()).width === before.width);
  });
});

describe("looking back", () => {
  test("shows the unseen tiles of the turn that is shown", async () => {
    const [ann, bob] = await server.pair({ hints: true });
    await server.playBest(ann);
    await server.playBest(bob);
    const page = await people.at(ann);
    const left = async () =>
      (await page.locator(".unseen .count").allInnerTexts()).reduce((sum, each) => sum + Number(each), 0);
    const { board, bag } = await server.view(ann.game.id);
    await until("now: the bag and the other's rack", async () => (await left()) === bag + 7);
    await button(page, "First turn").click();
    await until("before the first turn: everything", async () => (await left()) === 100);
    await button(page, "One turn on").click();
    const first = (await server.view(ann.game.id)).turns_list[0].tiles.length;
    await until("after the first turn: all but its tiles", async () => (await left()) === 100 - first);
    assert.ok(board.length > first);
  });
});
