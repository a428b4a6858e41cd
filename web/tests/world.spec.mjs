// Around the board: watching, talking, losing the connection, other boards, every page for everybody.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import {
  axe,
  choose,
  computer,
  counts,
  eventually,
  FROM_DISK,
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

/** A game that computers have finished. */
async function finished() {
  const made = await server.create({ name: "Finished", seats: [computer("greedy"), computer("first")] });
  await server.until(made.game.id, (view) => view.stage === "over");
  return made;
}

describe("others", () => {
  test("a watcher sees the plays as they come, and no rack", async () => {
    const [ann, bob] = await server.pair();
    const watcher = await people.open(await people.person({ settings: { name: "Wil" } }), `/game/${ann.game.id}`);
    await watcher.getByRole("grid").waitFor();
    assert.equal(await watcher.locator(".shelf").count(), 0);
    await server.playBest(ann);
    await watcher.locator(".holder.lying").first().waitFor();
    await server.playBest(bob);
    await watcher.locator("ol[aria-label=Turns] li").nth(1).waitFor();
    const shown = JSON.stringify(
      await watcher.evaluate(() =>
        fetch(location.pathname.replace("/game/", "/api/games/")).then((answer) => answer.json()),
      ),
    );
    assert.ok(!shown.includes('"rack"') && !shown.includes('"letters"'));
  });

  test("a bot that is connected can be chosen, plays, and is waited for when it has gone", async () => {
    const bot = server.bot("crosser", "greedy");
    try {
      const page = await people.open(await people.person(), "/");
      await until("the bot is listed", async () =>
        (await server.ask("GET", "/players")).players.some((player) => player.level === "bot:crosser"),
      );
      await page.goto(`${server.url}/new`);
      await page.getByRole("combobox", { name: "Seat 2" }).selectOption({ label: "Computer: crosser" });
      await page.getByRole("button", { name: "Start the game" }).click();
      const seat = page.locator("ul[aria-label=Players] li", { hasText: "crosser" });
      await seat.getByText("Bot", { exact: true }).waitFor();
      await myTurn(page);
      const [id] = page.url().split("/").slice(-1);
      const key = await page.evaluate((id) => JSON.parse(localStorage.getItem(`quixotry.seat.${id}`)).key, id);
      await server.playBest({ game: { id }, key });
      await page.locator("ol[aria-label=Turns] li").nth(1).waitFor();
      bot.kill();
      await seat.getByText("away").waitFor();
    } finally {
      bot.kill();
    }
  });

  test("who closes the page is shown as away until they come back", async () => {
    const [ann, bob] = await server.pair();
    const page = await people.at(ann);
    const away = page.locator("ul[aria-label=Players] li", { hasText: "Bob" }).getByText("away");
    await away.waitFor();
    const other = await people.at(bob, { settings: { name: "Bob" } });
    await counts(away, 0);
    await other.close();
    await away.waitFor();
  });

  test("people talk, and who comes later reads it", async () => {
    const [ann, bob] = await server.pair();
    const page = await people.at(ann);
    await page.getByRole("textbox", { name: "Say something" }).fill("good <b>luck</b>");
    await page.keyboard.press("Enter");
    await page.getByText("good <b>luck</b>", { exact: true }).waitFor();
    const later = await people.at(bob, { settings: { name: "Bob" } });
    await later.getByText("good <b>luck</b>", { exact: true }).waitFor();
    await counts(later.locator(".spoken", { hasText: "luck" }), 0);
    await later.getByRole("textbox", { name: "Say something" }).fill("you too");
    await later.getByRole("button", { name: "Send" }).click();
    await page.getByText("you too", { exact: true }).waitFor();
  });

  test("the home page follows games as they are made, joined and finished", async () => {
    const page = await people.open(await people.person(), "/");
    await page.getByRole("heading", { name: "Games", exact: true }).waitFor();
    const ann = await server.create({ name: "Teatime", player: "Zoe", seats: [YOU, OPEN] });
    await page.getByRole("button", { name: /^Open/ }).click();
    await page.getByRole("link", { name: /Teatime/ }).waitFor();
    await page.getByRole("searchbox").fill("nobody has this name");
    await page.getByText("No game matches the filter.").waitFor();
    await page.getByRole("searchbox").fill("zoe");
    await page.getByRole("link", { name: /Teatime/ }).waitFor();
    await server.ask("POST", `/games/${ann.game.id}/seats`, { player: "Bob" });
    await page.getByRole("button", { name: /^Running/ }).click();
    await page.getByRole("link", { name: /Teatime/ }).click();
    await page.waitForURL(`**/game/${ann.game.id}`);
  });

  test("a private game opens with its invitation only", async () => {
    const ann = await server.create({ player: "Ann", seats: [YOU, OPEN], visibility: "private" });
    const stranger = await people.open(await people.person(), `/game/${ann.game.id}`);
    await stranger.waitForURL(server.url + "/");
    const friend = await people.open(
      await people.person({ settings: { name: "Bob" } }),
      `/game/${ann.game.id}?invite=${ann.invite}`,
    );
    await friend.getByRole("button", { name: "Take a seat" }).click();
    await rackTiles(friend).first().waitFor();
  });

  test("a game that is not there leads home, with a word", async () => {
    const page = await people.open(await people.person(), "/game/nosuchgame");
    await page.waitForURL(server.url + "/");
    await page.getByText("There is no such game.").waitFor();
  });
});

describe("the connection", () => {
  test("is lost when the server is killed and back when it is, with nothing missed", { timeout: 120_000 }, async () => {
    const [ann, bob] = await server.pair();
    const page = await people.at(bob, { settings: { name: "Bob" } });
    await page.getByText("Ann to play").waitFor();
    await plainTile(page).click();
    await square(page, 2, 2).click();
    await server.kill();
    await page.getByRole("alert").getByText("Connection lost").waitFor();
    await server.run();
    await server.playBest(ann);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await myTurn(page);
    await page.locator(".holder.lying").first().waitFor();
    await counts(page.locator(".holder.mine"), 1);
    await page.getByRole("button", { name: "Recall" }).click();
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pass", exact: true }).click();
    await page.getByText("Ann to play").waitFor();
  });

  test("is needed for what was not loaded yet, which says so and is there after a reload", async () => {
    const made = await server.create({ seats: [YOU, computer("first")] });
    const page = await people.at(made);
    const missing = /\/assets\/(About|Share)-/;
    await page.getByRole("grid").waitFor();
    await page.route(missing, (route) => route.abort("connectionrefused"));
    await page.getByRole("tab", { name: "More" }).click();
    await page.getByRole("alert").getByText("The server cannot be reached").waitFor();
    await page.getByRole("link", { name: "About" }).click();
    await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
    await page.unroute(missing);
    await page.getByRole("button", { name: "Load the page again" }).click();
    await page.getByRole("heading", { name: "About" }).waitFor();
    await page.goBack();
    await page.getByRole("tab", { name: "More" }).click();
    await page.getByRole("button", { name: "Copy" }).waitFor();
  });

  test("may come late: what happened before it is there is told and listed all the same", async () => {
    const ann = await server.create({ name: "Elevenses", player: "Ann", seats: [YOU, OPEN] });
    const table = await people.at(ann, { late: true });
    await table.getByText("Waiting for 1 more player.").waitFor();
    await server.join(ann, "Bob");
    await table.locator(".notice", { hasText: "Bob joined." }).waitFor();
    const home = await people.open(await people.person({ late: true }), "/");
    await home.getByRole("heading", { name: "Games", exact: true }).waitFor();
    await home.getByRole("link", { name: /Elevenses/ }).waitFor();
    await server.create({ name: "Nightcap", player: "Zoe", seats: [YOU, OPEN] });
    await home.getByRole("button", { name: /^Open/ }).click();
    await home.getByRole("link", { name: /Nightcap/ }).waitFor();
  });

  test("the list of games is asked for once, and again when the connection is new", async () => {
    const context = await people.person();
    const page = await context.newPage();
    let asked = 0;
    page.on("request", (request) => {
      if (/\/api\/games\?/.test(request.url())) asked++;
    });
    await page.goto(`${server.url}/`);
    await settled(page);
    await page.waitForTimeout(1500);
    assert.equal(asked, 3, "one page of each list");
  });

  test("nothing of the games that were left stays in memory", { timeout: 120_000 }, async () => {
    const games = [await server.pair(), await server.pair()].map(([ann]) => ann);
    const context = await people.person({ calm: false });
    const page = await people.open(context, "/");
    const tools = await context.newCDPSession(page);
    /** Opens a page by a link, as people do. */
    const go = (path) =>
      page.evaluate((path) => {
        const link = Object.assign(document.createElement("a"), { href: path });
        document.body.append(link);
        link.click();
        link.remove();
      }, path);
    const visit = async (count) => {
      for (let i = 0; i < count; i++) {
        await go(`/game/${games[i % 2].game.id}`);
        await page.getByRole("grid").waitFor();
      }
      await go("/");
      await page.getByRole("heading", { name: "Games", exact: true }).waitFor();
      await settled(page);
      await tools.send("HeapProfiler.collectGarbage");
      return (await tools.send("Memory.getDOMCounters")).nodes;
    };
    const before = await visit(2);
    const after = await visit(50);
    assert.ok(after < before + 500, `${before} nodes, and ${after} after 50 games`);
  });

  test("twenty tabs of one browser all follow the game", { timeout: 180_000 }, async () => {
    const [ann] = await server.pair();
    const context = await people.person();
    const tabs = await Promise.all(Array.from({ length: 20 }, () => people.open(context, `/game/${ann.game.id}`)));
    await Promise.all(tabs.map((tab) => tab.getByRole("grid").waitFor()));
    await server.playBest(ann);
    await Promise.all(tabs.map((tab) => tab.locator(".holder.lying").first().waitFor({ timeout: 30_000 })));
  });
});

describe("other boards and rules", () => {
  /** Drags the board from here to there, with something happening on the way. */
  async function dragBoard(page, [dx, dy], meanwhile = async () => undefined) {
    const box = await page.locator(".viewport").boundingBox();
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 60 + dx / 2, box.y + 60 + dy / 2, { steps: 3 });
    await meanwhile();
    await page.mouse.move(box.x + 60 + dx, box.y + 60 + dy, { steps: 3 });
    await page.mouse.up();
  }

  const near = (a, b) => Math.abs(a - b) < 2;

  /** Waits until the board is this far from where it was. */
  const movedBy = (page, before, [dx, dy]) =>
    eventually(async () => {
      const moved = await square(page, 0, 0).boundingBox();
      const where = `from ${JSON.stringify(before)} to ${JSON.stringify(moved)}`;
      assert.ok(near(moved.x, before.x + dx) && near(moved.y, before.y + dy), where);
      return moved;
    });

  test("a board without end is dragged, zoomed and played on", async () => {
    const made = await server.create({ rules: "infinite", seats: [YOU, computer("greedy")], hints: true });
    const page = await people.at(made);
    await myTurn(page);
    await settled(page);
    const before = await square(page, 0, 0).boundingBox();
    await dragBoard(page, [100, 50]);
    const moved = await movedBy(page, before, [100, 50]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForFunction(
      (width) => document.querySelector('[data-x="0"][data-y="0"]').getBoundingClientRect().width > width,
      moved.width,
    );
    const box = await page.locator(".viewport").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    for (let n = 0; n < 6; n++) await page.mouse.wheel(0, 300);
    await page.locator('[role=gridcell][data-x="-20"]').first().waitFor();
    await page.getByRole("button", { name: "Whole board" }).click();
    const laid = (await server.view(made.game.id)).board.length;
    await server.playBest(made);
    await lying(page).nth(laid).waitFor();
  });

  test("a play of another does not move the board without end, not even under a hand", async () => {
    const [ann, bob] = await server.pair({ rules: "infinite", hints: true });
    const page = await people.at(bob, { settings: { name: "Bob" } });
    const turns = page.locator("ol[aria-label=Turns] li");
    const follow = async () => {
      const before = await turns.count();
      await server.playNext(ann, bob);
      await turns.nth(before).waitFor();
    };
    await settled(page);
    const before = await square(page, 0, 0).boundingBox();
    await follow();
    assert.deepEqual(await square(page, 0, 0).boundingBox(), before);
    await dragBoard(page, [60, 40], follow);
    await movedBy(page, before, [60, 40]);
  });

  test("a board with holes, four seats and racks in the open", async () => {
    const made = await server.create({
      rules: "standard",
      board: "hole",
      racks: "open",
      seats: [YOU, computer("first"), computer("first"), computer("first")],
    });
    const page = await people.at(made);
    await page.locator(".hole").first().waitFor();
    const players = page.getByRole("list", { name: "Players" });
    await counts(players.getByRole("listitem"), 4);
    const { seats } = await server.ask("GET", `/games/${made.game.id}`, undefined, made.key);
    for (const seat of [1, 2, 3]) {
      const minis = players.getByRole("listitem").nth(seat).locator(".mini");
      await counts(minis, 7);
      const letters = await minis.allTextContents();
      assert.equal(letters.toSorted().join(""), [...seats[seat].letters].toSorted().join(""));
    }
    assert.equal(await players.getByRole("listitem").nth(0).locator(".mini").count(), 0, "one's own rack is below");
  });

  test("the game page says which game it is and who you are", async () => {
    const made = await server.create({
      name: "Tea time",
      player: "Ann",
      rules: "standard",
      seats: [YOU, computer("first")],
    });
    const page = await people.at(made);
    const heading = page.getByRole("heading", { level: 1, name: /Tea time · Ann/ });
    await heading.waitFor();
    const box = await heading.boundingBox();
    assert.ok(box.width > 40 && box.height > 10, "it can be seen");
  });

  test("every game there is can be made from the form and shows its board", { timeout: 240_000 }, async () => {
    const { rules } = await server.ask("GET", "/rules");
    const page = await people.open(await people.person(), "/new");
    const variants = page.getByRole("group", { name: "Rules" });
    const languages = page.getByRole("combobox", { name: "Language of the words" });
    await languages.waitFor();
    const { lexicons } = await server.ask("GET", "/lexicons");
    const playable = rules.filter((entry) => lexicons.some((lexicon) => lexicon.name === entry.lexicon));
    // Nothing is offered that cannot start, and everything has a picture of its board.
    const named = [...new Set(playable.map((entry) => entry.lexicon))];
    const groups = named.map((name) => [name, playable.filter((entry) => entry.lexicon === name)]);
    await counts(languages.locator("option"), groups.length);
    const showAll = async () => {
      const more = variants.getByRole("button", { name: /^All \d+ games$/ });
      if (await more.count()) await more.click();
    };
    for (const [language, entries] of groups) {
      await languages.selectOption(language);
      await showAll();
      await counts(variants.getByRole("radio"), entries.length);
      await counts(variants.locator("svg path.plain"), entries.length);
    }
    assert.ok(playable.length >= 10, `only ${playable.length} can be played with the lexica here`);
    for (const { name, seats, lexicon } of playable) {
      await page.goto(`${server.url}/new`);
      await languages.selectOption(lexicon);
      await showAll();
      await variants.locator("label", { has: page.locator(`input[value="${name}"]`) }).click();
      for (let seat = 2; seat <= Math.min(Math.max(2, seats[0]), seats[1]); seat++)
        await page.getByRole("combobox", { name: `Seat ${seat}` }).selectOption("computer:first");
      await page.getByRole("button", { name: "Start the game" }).click();
      await page.waitForURL(/\/game\//);
      await page.locator("[role=gridcell]").first().waitFor();
    }
  });
});

describe("after the game", () => {
  test("it is replayed turn by turn, analysed, and taken along", { timeout: 60_000 }, async () => {
    const made = await finished();
    const page = await people.open(await people.person(), `/game/${made.game.id}`);
    const all = (await server.view(made.game.id)).turns_list.length;
    await page.getByText(`Turn ${all} of ${all}`).waitFor();
    await page.getByRole("button", { name: "First turn" }).click();
    await counts(lying(page), 0);
    await page.getByRole("button", { name: "One turn on" }).click();
    await page.locator(".holder.lying").first().waitFor();
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("columnheader", { name: "Best plays" }).waitFor();
    await page.locator(".analysis tbody tr").first().waitFor();
    await page.getByRole("tab", { name: "More" }).click();
    for (const [button, ending] of [
      ["GCG file", ".gcg"],
      ["Picture (SVG)", ".svg"],
      ["Picture (PNG)", ".png"],
    ]) {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      assert.ok(file.suggestedFilename().endsWith(ending));
    }
  });
});

describe("the analysis", () => {
  test("judges swaps and passes, and always has what was played", async () => {
    const [ann, bob] = await server.pair({ challenge: "single" });
    const { letters } = (await server.view(ann.game.id, ann.key)).seats[0];
    await server.command(ann, { type: "exchange", tiles: letters.slice(0, 2) });
    await server.command(bob, { type: "pass" });
    await server.playBest(ann);
    await server.command(bob, { type: "resign" });
    const page = await people.open(await people.person(), `/game/${ann.game.id}#1`);
    await page.getByRole("tab", { name: "Analysis" }).click();
    const mine = page.locator(".analysis tr.mine");
    await mine.getByText(`Swap ${[...letters.slice(0, 2)].sort().join("")}`).waitFor();
    // With consonants only, a swap is best, and a pass is judged by what it keeps.
    await page.getByRole("button", { name: "One turn on" }).click();
    await mine.getByRole("button", { name: "Pass played" }).waitFor();
    assert.match(await page.locator(".analysis tbody tr").first().innerText(), /^Swap/);
    await page.getByText(/behind the best/).waitFor();
    await page.getByRole("button", { name: "One turn on" }).click();
    await mine.getByRole("button", { name: /^\w+ \w+ played$/ }).waitFor();
    assert.match(await mine.getByRole("cell").nth(2).innerText(), /^-?\d+\.\d$/);
  });
});

describe("everybody", () => {
  const PAGES = ["/", "/new", "/settings", "/about", "/learn", "/mine", "/words", "/nothing-here"];

  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ])
    test(`every page is accessible, ${rules ?? "all rules"}, ${colorScheme}`, { timeout: 180_000 }, async () => {
      const made = await server.create({ seats: [YOU, computer("greedy")] });
      const over = await finished();
      await server.playBest(made);
      const context = await people.person({
        colorScheme,
        seats: { [made.game.id]: { seat: made.seat, key: made.key } },
      });
      for (const path of [...PAGES, `/game/${made.game.id}`, `/game/${over.game.id}#3`]) {
        const page = await people.open(context, path);
        await settled(page);
        assert.deepEqual(await axe(page, rules), [], path);
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
        await page.close();
      }
    });

  test("dialogs and phone pages are accessible too", async () => {
    const made = await server.createWith({ seats: [YOU, computer("greedy")] }, (letters) => letters.includes("?"));
    const page = await people.at(made, { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    await page
      .locator(".shelf button", { has: page.locator(".wild") })
      .first()
      .tap();
    await square(page, 7, 7).tap();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Escape");
    for (const name of ["Pass", "Give up", "Hint"]) {
      if (name === "Hint") await page.getByRole("button", { name, exact: true }).tap();
      else await choose(page, name);
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await axe(page), [], name);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    for (const name of ["Turns", "Chat", "Unseen", "More"]) {
      await page.getByRole("tab", { name }).tap();
      await settled(page);
      assert.deepEqual(await axe(page), [], name);
    }
  });

  test("motion is small, and none for those who want none", async () => {
    const made = await server.create({ seats: [YOU, computer("greedy")] });
    const longest = (page) =>
      page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll("*")].flatMap((each) => {
            const { animationDuration, transitionDuration } = getComputedStyle(each);
            return `${animationDuration},${transitionDuration}`.split(",").map(parseFloat);
          }),
        ),
      );
    for (const [calm, settings] of [
      [true, {}],
      [false, { motion: "less" }],
      [false, {}],
    ]) {
      const page = await people.at(made, { calm, settings });
      await rackTiles(page).first().waitFor();
      const seconds = await longest(page);
      assert.ok(calm || settings.motion ? seconds <= 0.001 : seconds > 0.05 && seconds <= 2, `${seconds} s`);
      await page.close();
    }
  });

  test("the page speaks the browser's language, and the one chosen", async () => {
    for (const [locale, text] of [
      ["de-AT", "Gegen den Computer"],
      ["fr-FR", "Jouer contre l’ordinateur"],
      ["es-MX", "Jugar contra el ordenador"],
      ["nl-BE", "Speel tegen de computer"],
      ["pl-PL", "Zagraj z komputerem"],
      ["pt-BR", "Jogar contra o computador"],
      ["da-DK", "Spil mod computeren"],
      ["ja-JP", "Play the computer"],
    ]) {
      const page = await people.open(await people.person({ locale }), "/");
      await page.getByRole("button", { name: text }).waitFor();
      await page.close();
    }
    const page = await people.open(await people.person(), "/settings");
    await page.getByText("Deutsch").click();
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.getByText("dunkel").click();
    await page.reload();
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });

  test("the page is small, comes compressed, and all of it from this server", async () => {
    const made = await server.create({ seats: [YOU, computer("greedy")] });
    const page = await people.at(made);
    await page.locator("[role=gridcell]").first().waitFor();
    if (FROM_DISK) return;
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((each) => each.name.endsWith(".js"))
        .map((each) => ({ size: each.encodedBodySize, whole: each.decodedBodySize })),
    );
    const size = scripts.reduce((sum, each) => sum + each.size, 0);
    assert.ok(scripts.length >= 2 && size < 60_000, `${size} bytes of script`);
    assert.ok(
      scripts.every((each) => each.size < each.whole),
      "scripts come compressed",
    );
  });
});
