// How long until the board is on the screen, in a browser that has nothing cached: npm run measure [times].

import { computer, openBrowser, People, Server, YOU } from "../tests/harness.mjs";

const times = Number(process.argv[2] ?? 15);
const [server, browser] = await Promise.all([Server.start(), openBrowser()]);
const people = new People(browser, server);

/** Remembers when the first square was painted: in the frame after the one that made it. */
function watchBoard() {
  const seen = new MutationObserver(() => {
    if (!document.querySelector("[role=gridcell]")) return;
    seen.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.boardAt = performance.now();
      }),
    );
  });
  seen.observe(document, { childList: true, subtree: true });
}

async function visit(path) {
  const context = await people.person();
  await context.addInitScript(watchBoard);
  return people.open(context, path);
}

const boardAt = async (page) => (await page.waitForFunction(() => window.boardAt)).jsonValue();

/** From asking for the address to the painted board. */
async function opened(id) {
  const page = await visit(`/game/${id}`);
  const at = await boardAt(page);
  await page.context().close();
  return at;
}

/** From the click on the home page to the painted board. */
async function started() {
  const page = await visit("/");
  const button = page.getByRole("button", { name: "Play the computer" });
  await button.waitFor();
  await page.waitForLoadState("networkidle");
  const from = await page.evaluate(() => {
    document.querySelector("form .main").click();
    return performance.now();
  });
  const at = await boardAt(page);
  await page.context().close();
  return at - from;
}

async function report(name, measure) {
  const all = [];
  for (let n = 0; n < times; n++) all.push(await measure());
  all.sort((a, b) => a - b);
  const at = (share) => all[Math.min(times - 1, Math.floor(share * times))].toFixed(0).padStart(5);
  console.log(`${name.padEnd(28)} ${at(0.5)} ms median ${at(0.9)} ms nine of ten ${at(1)} ms slowest, of ${times}`);
}

try {
  const { game } = await server.create({ seats: [YOU, computer("first")] });
  await opened(game.id);
  await report("an address, nothing cached", () => opened(game.id));
  await report("a click on the home page", started);
} finally {
  await browser.close();
  await server.stop();
}
