// Makes the pictures of the workshop in docs/images with the real program: npm run pictures.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, pause, People, Server } from "../tests/harness.mjs";

const images = join(import.meta.dirname, "../../docs/images");
const WIDE = { viewport: { width: 1360, height: 980 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const [server, browser] = await Promise.all([Server.start(), openBrowser()]);
const people = new People(browser, server);
mkdirSync(images, { recursive: true });

const ready = (page) => page.getByRole("status").filter({ hasText: "Ready to play" }).waitFor();
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });

async function open(options) {
  const page = await people.open(await people.person(options), "/workshop");
  await ready(page);
  await page.getByLabel("Name of the game").fill("Tea time");
  return page;
}

/** A board with holes and an own premium. */
async function paint(page) {
  await page.getByText("Paint", { exact: true }).click();
  await page.getByLabel("Columns").fill("13");
  await page.getByLabel("Rows").fill("13");
  const brush = async (name, squares) => {
    await page.getByRole("radio", { name }).click();
    for (const square of squares) await cell(page, square).click();
  };
  await page.getByRole("button", { name: "Clear all" }).click();
  await brush("hole", ["A1", "B1", "D4"]);
  await brush("word times 3", ["D1", "C2"]);
  await brush("letter times 3", ["G2", "E3"]);
  await brush("word times 2", ["E5", "G5"]);
  await brush("letter times 2", ["F6", "B5"]);
  await ready(page);
}

async function picture(page, name) {
  await pause(900);
  await page.screenshot({ path: join(images, `page-workshop-${name}.png`) });
}

try {
  const page = await open(WIDE);
  await paint(page);
  await page.getByLabel("Sample word").fill("DANCE");
  await page.getByText(/from the start square/).waitFor();
  await picture(page, "board");

  await page.getByText("Program", { exact: true }).click();
  await page.getByRole("button", { name: "Rings" }).click();
  await ready(page);
  const code = page.getByLabel("The board as text");
  await code.fill((await code.inputValue()).replace("if (a > 7) then", "if (a > 7 then"));
  await page.getByRole("button", { name: /^Line/ }).first().waitFor();
  await picture(page, "program");
  await page.getByRole("button", { name: "Rings" }).click();
  await ready(page);

  const steps = page.getByRole("navigation", { name: "Workshop" });
  await steps.getByRole("button", { name: "Tiles" }).click();
  await page.getByRole("button", { name: "Change the tiles" }).click();
  await page.getByLabel("A: Count").waitFor();
  await picture(page, "tiles");

  const phone = await open(PHONE);
  await paint(phone);
  await phone.getByRole("grid").scrollIntoViewIfNeeded();
  await picture(phone, "phone");
} finally {
  await people.leave();
  await browser.close();
  await server.stop();
}
