import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Api, ApiError } from "../../api";
import type { GameWatcher } from "../../live";
import { en } from "../../texts/testing";
import type { View } from "../../types";
import { setup, tile, view } from "../testing";
import { markRead } from "./chat";
import { playDraft, sendCommand } from "./commands";
import { recallTiles } from "./drafting";
import { pressKey } from "./keyboard";
import { closeTable, startTable } from "./open";
import { refresh } from "./refresh";
import type { Table, TableContext } from "./table";
import { hold, moveCamera, resize } from "./viewport";

/** A server, a connection and a browser that do as they are told and remember what was asked. */
function fakeContext(
  answers: Partial<Record<keyof Api, (...args: never[]) => unknown>> = {},
  stored: Record<string, string> = {},
) {
  const notices: string[] = [],
    spoken: string[] = [],
    asked: unknown[][] = [];
  let watcher!: GameWatcher, other: ((value: string | null) => void) | undefined;
  const api = new Proxy(
    {},
    {
      get:
        (_, name: keyof Api) =>
        async (...args: never[]) => {
          asked.push([name, ...args]);
          return (answers[name] ?? (() => ({ lines: [] })))(...args);
        },
    },
  ) as Api;
  const here: TableContext = {
    api,
    texts: () => en,
    redraw: () => undefined,
    sound: () => undefined,
    notify: (name, path) => notices.push(`${name} ${path}`),
    now: () => 0,
    lostSeat: () => undefined,
    notice: (text) => notices.push(text),
    announce: (text) => spoken.push(text),
    live: {
      watch: (_id, wanted) => {
        watcher = wanted;
        return () => notices.push("unwatched");
      },
    },
    read: (key) => stored[key] ?? null,
    write: (key, value) => {
      if (value === null) delete stored[key];
      else stored[key] = value;
    },
    otherTab: (_key, changed) => {
      other = changed;
      return () => undefined;
    },
  };
  return {
    here,
    notices,
    spoken,
    asked,
    stored,
    watcher: () => watcher as Omit<GameWatcher, "event"> & { event: (event: object) => void },
    otherTab: (value: string) => other?.(value),
  };
}

const open = (made: ReturnType<typeof fakeContext>, seen: View = view()): Table =>
  startTable("g1", setup(), seen, { seat: 0, key: "k" }, made.here);
const names = (made: ReturnType<typeof fakeContext>): unknown[] => made.asked.map(([name]) => name);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a table", () => {
  test("sends the draft, forgets it, and looks again", async () => {
    const made = fakeContext({
      command: () => ({ seq: 6 }),
      view: () => view({ seq: 6, turn: 1 }),
      preview: () => ({ legal: true, score: 4 }),
    });
    const table = open(made);
    for (const key of "cat") pressKey(table, key, false);
    await playDraft(table);
    const sent = made.asked.find(([name]) => name === "command")!;
    expect(sent[2]).toMatchObject({
      type: "play",
      axis: "across",
      seen: 5,
      tiles: [{ x: 2, y: 2, tile: tile("C") }, { x: 3 }, { x: 4 }],
    });
    expect(sent[3]).toEqual({ key: "k", invite: undefined });
    expect(table.state.draft).toEqual([]);
    expect(table.state.view.turn).toBe(1);
    expect(table.state.sending).toBe(false);
  });

  test("a refusal shakes the tiles, which stay with the reason until they change", async () => {
    const refusal = new ApiError(422, "refused", "no", [{ code: "not-a-word", message: "", word: "DAC" }]);
    const made = fakeContext({
      command: () => {
        throw refusal;
      },
    });
    const table = open(made);
    pressKey(table, "c", false);
    await playDraft(table);
    expect(made.spoken).toEqual(["DAC: not in the word list."]);
    expect(table.state.refusals).toBe(1);
    expect(table.state.refused).toBe("DAC: not in the word list.");
    await vi.runAllTimersAsync();
    expect(table.state.draft).toHaveLength(1);
    pressKey(table, "Backspace", false);
    expect(table.state.refused).toBe("");
  });

  test("what the preview knows to be no play is not sent, and its value is told to those who listen", async () => {
    const preview = { legal: false, play: "", refused: [{ code: "not-adjacent", message: "" }] };
    const made = fakeContext({ preview: () => preview as never });
    const table = open(made);
    pressKey(table, "c", false);
    await vi.runAllTimersAsync();
    expect(made.spoken).toEqual([en.refused["not-adjacent"]]);
    await playDraft(table);
    expect(names(made)).not.toContain("command");
    expect(table.state.refused).toBe(en.refused["not-adjacent"]);
    expect(table.state.draft).toHaveLength(1);
  });

  test("a command that did not arrive is sent again under the same name", async () => {
    let tries = 0;
    const made = fakeContext({
      command: () => {
        if (tries++ === 0) throw new ApiError(0, "offline", "");
        return { seq: 5 };
      },
    });
    const table = open(made);
    const done = sendCommand(table, { type: "pass" });
    await vi.runAllTimersAsync();
    expect(await done).toBe(true);
    const ids = made.asked.filter(([name]) => name === "command").map((call) => (call[2] as { id: string }).id);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test("a stale command is sent anew only when the turn is the same", async () => {
    let tries = 0;
    const stale = () => {
      if (tries++ === 0) throw new ApiError(409, "stale", "");
      return { seq: 8 };
    };
    const made = fakeContext({ command: stale, view: () => view({ seq: 7 }) });
    const table = open(made);
    expect(await sendCommand(table, { type: "pass" })).toBe(true);
    expect((made.asked.filter(([name]) => name === "command")[1]![2] as { seen: number }).seen).toBe(7);
    tries = 0;
    const gone = fakeContext({ command: stale, view: () => view({ seq: 9, turns: 3 }) });
    expect(await sendCommand(open(gone), { type: "pass" })).toBe(false);
    expect(gone.notices).toEqual([en.error["stale"]]);
  });

  test("an event is told once and brings the new view", async () => {
    const made = fakeContext({ view: () => view({ seq: 6, turn: 0 }) });
    const table = open(made, view({ turn: 1 }));
    const event = { seq: 6, event: "passed", seat: 1 };
    made.watcher().event(event);
    made.watcher().event(event);
    await vi.runAllTimersAsync();
    expect(made.notices).toEqual(["Bob passed.", "Tea game/g1"]);
    expect(made.spoken).toEqual(["Bob passed.", "Your turn"]);
    expect(table.state.view.seq).toBe(6);
    expect(made.watcher().since()).toEqual({ seq: 6, lines: 0 });
  });

  test("many events at once are one look, or two", async () => {
    const made = fakeContext({ view: () => view({ seq: 30 }) });
    open(made);
    for (let seq = 6; seq <= 30; seq++) made.watcher().event({ seq, event: "passed", seat: 1 });
    await vi.runAllTimersAsync();
    expect(names(made).filter((name) => name === "view").length).toBeLessThanOrEqual(2);
  });

  test("the draft is judged a moment after the last change, once", async () => {
    const made = fakeContext({ preview: () => ({ legal: true, score: 9 }) });
    const table = open(made);
    for (const key of "cat") pressKey(table, key, false);
    await vi.runAllTimersAsync();
    expect(names(made).filter((name) => name === "preview")).toHaveLength(1);
    expect(table.state.preview).toEqual({ legal: true, score: 9 });
    recallTiles(table);
    expect(table.state.preview).toBeNull();
  });

  test("the draft survives a reload, and another tab follows", async () => {
    const stored: Record<string, string> = {};
    const first = fakeContext({}, stored);
    pressKey(open(first), "d", false);
    const second = fakeContext({}, stored);
    const table = open(second);
    expect(table.state.draft).toMatchObject([{ letter: "D" }]);
    second.otherTab(JSON.stringify({ tiles: [{ x: 0, y: 0, tile: tile("G"), letter: "G" }], order: [] }));
    expect(table.state.draft).toMatchObject([{ letter: "G", x: 0, y: 0 }]);
  });

  test("a closed table listens no more", async () => {
    const made = fakeContext({ view: () => view({ seq: 9 }) });
    const table = open(made);
    const look = refresh(table);
    closeTable(table);
    await look;
    expect(made.notices).toEqual(["unwatched"]);
    expect(table.state.view.seq).toBe(5);
  });

  test("leaves the board where it is, but for a tile out of sight and not under a hand", async () => {
    const laid = (x: number, seq: number): View => view({ seq, board: [{ x, y: 0, tile: 1, letter: "A", points: 1 }] });
    let answer = laid(3, 6);
    const table = startTable(
      "g1",
      { ...setup(), board: { ...setup().board, kind: "unbounded" } },
      view(),
      null,
      fakeContext({ view: () => answer, squares: () => ({ x: 0, y: 0, width: 0, height: 0, rows: [] }) }).here,
    );
    resize(table, { width: 800, height: 600 });
    const fitted = table.state.camera;
    await refresh(table);
    expect(table.state.camera).toBe(fitted);
    hold(table, true);
    answer = laid(60, 7);
    await refresh(table);
    expect(table.state.camera).toBe(fitted);
    hold(table, false);
    expect(table.state.camera).not.toBe(fitted);
    const far = table.state.camera;
    moveCamera(table, { ...far, x: far.x + 1 });
    const moved = table.state.camera;
    answer = laid(-60, 8);
    await refresh(table);
    expect(table.state.camera).toBe(moved);
  });

  test("looks once at a game for an event and the answer that tells of it", async () => {
    const made = fakeContext({
      command: () => {
        made.watcher().event({ event: "passed", seq: 6, seat: 0 });
        return { seq: 6 };
      },
      view: () => view({ seq: 6, turn: 1 }),
    });
    const table = open(made);
    await sendCommand(table, { type: "pass" });
    made.watcher().event({ event: "passed", seq: 6, seat: 0 });
    expect(names(made).filter((name) => name === "view")).toHaveLength(1);
    expect(table.state.view.turn).toBe(1);
  });

  test("looks again when more happens while it looks", async () => {
    let seq = 5;
    const made = fakeContext({
      view: () => {
        seq++;
        if (seq === 6) made.watcher().event({ event: "passed", seq: 7, seat: 1 });
        return view({ seq });
      },
    });
    const table = open(made);
    await refresh(table, 6);
    expect(table.state.view.seq).toBe(7);
    expect(names(made).filter((name) => name === "view")).toHaveLength(2);
  });

  test("tells of what is said from now on, and reads quietly what was said before", async () => {
    const line = (n: number) => ({ line: n, at: 0, seat: 1, player: "Bob", text: `line ${n}` });
    const made = fakeContext({ chat: () => ({ lines: [line(1), line(2)] }) });
    const table = open(made, view({ lines: 2 }));
    expect(made.watcher().since()).toEqual({ seq: 5, lines: 2 });
    made.watcher().begun(5, [true, true]);
    made.watcher().chat(line(3));
    await vi.runAllTimersAsync();
    expect(table.state.chat.map((each) => each.line)).toEqual([1, 2, 3]);
    expect(table.state.unread).toBe(1);
    made.watcher().begun(5, [true, true]);
    expect(names(made).filter((name) => name === "chat")).toHaveLength(1);
    markRead(table);
    expect(table.state.unread).toBe(0);
  });

  test("tells of an event that a view was faster than, and only once", async () => {
    const made = fakeContext({ view: () => view({ seq: 6 }) });
    const table = open(made);
    await refresh(table);
    const event = { event: "undo-declined", seq: 6, seat: 1 };
    made.watcher().event(event);
    made.watcher().event(event);
    expect(made.notices).toEqual(["Bob would rather play on."]);
  });

  test("tells of what was missed also when the view comes before it", async () => {
    const made = fakeContext({ view: () => view({ seq: 7 }) });
    open(made);
    made.watcher().begun(7, [true, true]);
    await vi.runAllTimersAsync();
    expect(made.watcher().since().seq).toBe(5);
    made.watcher().event({ event: "joined", seq: 6, seat: 1, player: "Bob" });
    made.watcher().event({ event: "passed", seq: 7, seat: 1 });
    expect(made.notices).toEqual(["Bob joined.", "Bob passed."]);
    expect(made.watcher().since().seq).toBe(7);
  });

  test("that could not look when something happened looks when the connection is back, or a little later", async () => {
    let broken = true;
    const made = fakeContext({
      view: () => {
        if (broken) throw new ApiError(429, "too-many", "");
        return view({ seq: 6, turn: 1 });
      },
    });
    for (const back of [() => made.watcher().begun(6, [true, true]), () => undefined]) {
      broken = true;
      const table = open(made);
      made.watcher().event({ event: "passed", seq: 6, seat: 0 });
      await vi.advanceTimersByTimeAsync(100);
      expect(table.state.view.seq).toBe(5);
      broken = false;
      back();
      await vi.runAllTimersAsync();
      expect(table.state.view.seq).toBe(6);
      const looks = made.asked.length;
      made.watcher().begun(6, [true, true]);
      await vi.runAllTimersAsync();
      expect(made.asked).toHaveLength(looks);
    }
  });

  test("knows who is there from the connection, and not from an older view on its way", async () => {
    const away = view({ seq: 7 }),
      made = fakeContext({ view: () => away });
    const table = open(made);
    const online = (): (boolean | undefined)[] => table.state.view.seats.map((who) => who.online);
    made.watcher().begun(5, [true, true]);
    expect(online()).toEqual([true, true]);
    made.watcher().presence(1, false);
    away.seats.forEach((who) => {
      who.online = true;
    });
    await refresh(table);
    expect(online()).toEqual([true, false]);
    away.seats[1]!.player = "Cleo";
    await refresh(table);
    expect(online()).toEqual([true, true]);
  });
});
