import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backoff, type Connection, type GameWatcher, Live } from "./live";

/** A connection that is opened and closed by hand. */
class Line {
  static all: Line[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;
  onerror?: () => void;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const live = (changed: (state: Connection) => void = () => undefined): Live =>
  new Live(() => new Line() as unknown as WebSocket, changed);

function watcher(seq: { seq: number }): GameWatcher & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    pass: { key: "k" },
    since: () => ({ seq: seq.seq, lines: 2 }),
    event: (event) => {
      heard.push(event.event);
    },
    chat: (line) => {
      heard.push(line.text);
    },
    presence: (seat, online) => {
      heard.push(`${seat} ${online}`);
    },
    expelled: () => {
      heard.push("expelled");
    },
    begun: (seq, online) => {
      heard.push(`${seq}: ${online.join()}`);
    },
  };
}

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { OPEN: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection", () => {
  test("is one for all, and says what it watches when it opens", () => {
    const line = live();
    line.watch("a", watcher({ seq: 4 }));
    line.lobby({ game: () => undefined, gone: () => undefined, resync: () => undefined });
    expect(Line.all).toHaveLength(1);
    Line.all[0]!.open();
    expect(Line.all[0]!.sent).toEqual([{ watch: "a", key: "k", since: 4, lines: 2 }, { lobby: true }]);
  });

  test("comes back by itself and asks for what came since", () => {
    const states: string[] = [],
      line = live((state) => states.push(state)),
      seen = { seq: 4 },
      game = watcher(seen);
    line.watch("a", game);
    Line.all[0]!.open();
    seen.seq = 9;
    Line.all[0]!.close();
    vi.advanceTimersByTime(1000);
    Line.all[1]!.open();
    expect(Line.all[1]!.sent[0]).toMatchObject({ watch: "a", since: 9 });
    expect(states).toEqual(["live", "lost", "live"]);
  });

  test("waits longer after each failure, but not for ever", () => {
    expect([0, 1, 2, 3, 9].map(backoff)).toEqual([300, 600, 1200, 2400, 8000]);
  });

  test("hands on events, chat and presence", () => {
    const line = live(),
      game = watcher({ seq: 4 });
    line.watch("a", game);
    const socket = Line.all[0]!;
    socket.open();
    socket.receive({ game: "a", event: "played", seq: 5, data: { seq: 5, event: "played" } });
    socket.receive({ game: "a", event: "chat", data: { line: 1, text: "hello" } });
    socket.receive({ game: "a", event: "presence", data: { seat: 1, online: false } });
    socket.receive({ game: "b", event: "played", data: {} });
    expect(game.heard).toEqual(["played", "hello", "1 false"]);
  });

  test("tells how far a game is and who is there as a watch begins", () => {
    const line = live(),
      game = watcher({ seq: 4 });
    line.watch("a", game);
    const socket = Line.all[0]!;
    socket.open();
    socket.receive({ game: "a", watching: { seq: 4, lines: 2, online: [true, false] } });
    expect(game.heard).toEqual(["4: true,false"]);
  });

  test("lets the list of games be looked up once its news are sure to come", () => {
    const line = live(),
      heard: string[] = [];
    line.lobby({
      game: (game) => heard.push(game.id),
      gone: (id) => heard.push(`no ${id}`),
      resync: () => heard.push("resync"),
    });
    const socket = Line.all[0]!;
    socket.open();
    expect(heard).toEqual([]);
    socket.receive({ lobby: "watching", data: {} });
    socket.receive({ lobby: "game", data: { id: "a" } });
    socket.receive({ lobby: "gone", data: { id: "a" } });
    expect(heard).toEqual(["resync", "a", "no a"]);
  });

  test("that is silent in spite of pings is closed and made anew", () => {
    const line = live();
    line.watch("a", watcher({ seq: 4 }));
    Line.all[0]!.open();
    vi.advanceTimersByTime(60_000);
    expect(Line.all[0]!.sent.some((frame) => "ping" in frame)).toBe(true);
    expect(Line.all.length).toBeGreaterThan(1);
  });

  test("what is no longer watched is told, and not asked for again", () => {
    const line = live();
    const stop = line.watch("a", watcher({ seq: 4 }));
    Line.all[0]!.open();
    stop();
    expect(Line.all[0]!.sent.at(-1)).toEqual({ unwatch: "a" });
  });
});
