// The page below a path of a host, behind a small reverse proxy.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { after, before, describe, test } from "node:test";
import { counts, lying, myTurn, openBrowser, People, rackTiles, Server, square, YOU, computer } from "./harness.mjs";

const BASE = "/board/games";

/** Sends requests below the path on to a server, and refuses all others. */
class Proxy {
  constructor() {
    this.refused = [];
    this.http = createServer((asked, answer) => {
      const sent = this.forward(asked);
      if (!sent) return answer.writeHead(421).end();
      sent.on("response", (told) => told.pipe(answer.writeHead(told.statusCode, told.headers)));
      sent.on("error", () => answer.destroy());
      asked.pipe(sent);
    });
    this.http.on("upgrade", (asked, socket) => {
      const sent = this.forward(asked);
      if (!sent) return socket.destroy();
      sent.on("upgrade", (told, upstream) => {
        const fields = Object.entries(told.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields.join("")}\r\n`);
        for (const side of [socket, upstream]) side.on("error", () => side.destroy());
        upstream.pipe(socket).pipe(upstream);
      });
      sent.on("error", () => socket.destroy());
      sent.end();
    });
  }

  async listen() {
    this.http.listen(0, "127.0.0.1");
    await once(this.http, "listening");
    this.port = this.http.address().port;
    this.url = `http://127.0.0.1:${this.port}${BASE}/`;
  }

  forward({ url, method, headers }) {
    if (url.startsWith(`${BASE}/`))
      return request({ host: "127.0.0.1", port: this.server.port, path: url.slice(BASE.length), method, headers });
    this.refused.push(url);
    return null;
  }
}

let proxy, server, browser, people;
before(async () => {
  proxy = new Proxy();
  await proxy.listen();
  const flags = ["--public-url", proxy.url, "--trusted-proxies", "127.0.0.1"];
  [server, browser] = await Promise.all([Server.start({}, flags), openBrowser()]);
  proxy.server = server;
  people = new People(browser, proxy);
});
after(async () => {
  await people?.leave();
  await browser?.close();
  await server?.stop();
  proxy?.http.closeAllConnections();
  proxy?.http.close();
});

describe("below a path", () => {
  test("pages, links, a game and its live events stay there", async () => {
    const person = await people.person({ serviceWorkers: "allow" });
    const page = await person.newPage();
    await page.goto(proxy.url);
    await page.getByRole("link", { name: "Settings" }).click();
    assert.equal(page.url(), `${proxy.url}settings`);
    await page.reload();
    await page.getByRole("link", { name: "Home" }).click();
    assert.equal(page.url(), proxy.url);
    await page.goBack();
    assert.equal(page.url(), `${proxy.url}settings`);

    const made = await server.create({ seats: [YOU, computer("beginner")], seed: 1 });
    await page.evaluate(
      ([id, seat]) => localStorage.setItem(`quixotry.seat.${id}`, seat),
      [made.game.id, JSON.stringify({ seat: made.seat, key: made.key })],
    );
    await page.goto(`${proxy.url}game/${made.game.id}`);
    await myTurn(page);
    await counts(rackTiles(page), 7);
    await server.playBest(made);
    // What lies there now was told by the live connection.
    await lying(page).first().waitFor();
    await square(page, 0, 0).waitFor();

    const { scope, kept } = await page.evaluate(async () => {
      const { scope } = await navigator.serviceWorker.ready;
      return { scope, kept: await caches.keys() };
    });
    assert.equal(scope, proxy.url);
    assert.ok(kept.every((name) => name.endsWith(`${BASE}/`)) && kept.length === 1, kept.join());
    assert.deepEqual(proxy.refused, []);
  });
});
