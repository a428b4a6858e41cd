// Makes the pictures of the page in docs/images with the real program: npm run pictures.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { computer, OPEN, openBrowser, pause, People, rackTiles, Server, square, YOU } from "../tests/harness.mjs";

const images = join(import.meta.dirname, "../../docs/images");
const WIDE = { viewport: { width: 1360, height: 850 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const [server, browser] = await Promise.all([Server.start(), openBrowser()]);
const people = new People(browser, server);
mkdirSync(images, { recursive: true });

/** Plays the play at this place of the list of the best. */
async function playBest(made, place = 0) {
  const plays = await server.hints(made);
  await server.command(made, {
    type: "play",
    tiles: (plays[place] ?? plays[0]).tiles.map(({ x, y, tile, letter }) => ({ x, y, tile, letter })),
  });
}

/** Two people in the middle of a game, and a play that is about to be made. */
async function running(asked = {}) {
  const ann = await server.create({ name: "Sunday tea", player: "Ann", seats: [YOU, OPEN], seed: 18, ...asked });
  const bob = await server.join(ann, "Miguel");
  await people.at(bob);
  for (let turn = 0; turn < 12; turn++) await playBest(turn % 2 ? bob : ann, turn % 3);
  for (const [made, text] of [
    [ann, "Good luck!"],
    [bob, "You too. Nice opening."],
    [ann, "Thanks!"],
  ])
    await server.ask("POST", `/games/${made.game.id}/chat`, { text }, made.key);
  return ann;
}

async function layBest(page, made) {
  const plays = await server.hints(made);
  await page.getByRole("grid").waitFor();
  await page.evaluate(
    ([id, tiles]) => {
      const key = `quixotry.draft.${id}.0`,
        kept = JSON.parse(localStorage.getItem(key) ?? '{"order":[]}');
      localStorage.setItem(key, JSON.stringify({ ...kept, tiles }));
    },
    [made.game.id, (plays.find((play) => play.tiles.length < 6) ?? plays[0]).tiles],
  );
  await page.reload();
  await page.locator(".holder.mine").first().waitFor();
  await page
    .getByText(/points?$/)
    .first()
    .waitFor();
}

async function picture(page, name) {
  await pause(900);
  await page.screenshot({ path: join(images, `page-${name}.png`) });
  await page.close();
}

try {
  const game = await running();
  const open = (options, made = game, path = "") => people.at(made, options, path);
  for (const [name, options] of [
    ["game", WIDE],
    ["dark", { ...WIDE, colorScheme: "dark" }],
    ["phone", PHONE],
  ]) {
    const page = await open(options);
    await layBest(page, game);
    await picture(page, name);
  }

  const infinite = await server.create({
    name: "Far out",
    rules: "infinite",
    seats: [YOU, computer("greedy")],
    hints: true,
    seed: 4,
  });
  for (let turn = 0; turn < 7; turn++) {
    await server.until(infinite.game.id, (view) => view.turn === 0);
    await playBest(infinite);
  }
  await server.until(infinite.game.id, (view) => view.turn === 0);
  await picture(await open(WIDE, infinite), "infinite");

  const over = await server.create({ name: "Yesterday", seats: [computer("static"), computer("greedy")], seed: 11 });
  await server.until(over.game.id, (view) => view.stage === "over");
  await picture(await open(WIDE, over, "#14"), "replay");
  const page = await open(WIDE, over, "#9");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.locator(".analysis tbody tr").nth(3).hover();
  await picture(page, "analysis");

  await server.create({ name: "Beginners welcome", player: "Léa", seats: [YOU, OPEN] });
  await server.create({ name: "Four at the table", player: "Jonas", seats: [YOU, OPEN, OPEN, computer("greedy")] });
  await server.create({
    name: "Mit Uhr",
    player: "Greta",
    rules: "super",
    seats: [YOU, OPEN],
    clock: { kind: "game", initial: "25m", increment: "0s", penalty: 10, overtime: "10m" },
  });
  await picture(await people.open(await people.person({ ...WIDE, settings: { name: "" } }), "/"), "home");
  const form = await people.open(await people.person(WIDE), "/new");
  await form.getByRole("radio").first().waitFor({ state: "attached" });
  await picture(form, "form");

  const lesson = await people.open(await people.person(WIDE), "/learn");
  await rackTiles(lesson).first().waitFor();
  for (const x of [3, 4, 5])
    await rackTiles(lesson)
      .first()
      .dragTo(square(lesson, x, 4));
  await picture(lesson, "lesson");

  const carried = await open(WIDE);
  await carried.getByRole("tab", { name: "More" }).click();
  await carried.getByRole("button", { name: "Play on another device" }).click();
  await carried.getByRole("img", { name: "QR code" }).waitFor();
  await picture(carried, "carry");

  const preview = await fetch(`${server.url}/game/${game.game.id}/picture.png`);
  writeFileSync(join(images, "page-preview.png"), Buffer.from(await preview.arrayBuffer()));
} finally {
  await people.leave();
  await browser.close();
  await server.stop();
}
