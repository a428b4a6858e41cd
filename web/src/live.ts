/** One connection for all events: of watched games and of the lobby. It reconnects by itself and misses nothing. */

import type { Pass } from "./api";
import type { ChatLine, ListedGame, LiveEvent } from "./types";

export type Connection = "connecting" | "live" | "lost";

export interface GameWatcher {
  /** The last event and chat line seen, asked for on reconnecting. */
  since: () => { seq: number; lines: number };
  pass: Pass;
  event: (event: LiveEvent) => void;
  chat: (line: ChatLine) => void;
  presence: (seat: number, online: boolean) => void;
  /** The watch begins, again after a loss: the last event so far, and who is there by seat. What was missed follows. */
  begun: (seq: number, online: boolean[]) => void;
}

export interface LobbyWatcher {
  game: (game: ListedGame) => void;
  gone: (id: string) => void;
  /** The watch begins, or something was missed: look at the list. */
  resync: () => void;
}

interface Frame {
  game?: string;
  event?: string;
  data?: unknown;
  watching?: { seq: number; lines: number; online: boolean[] };
  lobby?: string;
  error?: { code: string; message: string };
}

export type Connect = () => WebSocket;

/** How long to wait before the next try, after a number of failures. */
export const backoff = (failures: number): number => Math.min(8000, 300 * 2 ** failures);

const QUIET = 20_000;

export class Live {
  state: Connection = "connecting";
  #socket: WebSocket | null = null;
  #games = new Map<string, GameWatcher>();
  #lobby: LobbyWatcher | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #beat: ReturnType<typeof setInterval> | undefined;

  /** `changed` is called when the connection is lost or restored. */
  constructor(
    private readonly connect: Connect,
    private readonly changed: (state: Connection) => void,
  ) {}

  watch(id: string, watcher: GameWatcher): () => void {
    this.#games.set(id, watcher);
    this.#open();
    this.#sayWatch(id, watcher);
    return () => this.#forget(id, watcher);
  }

  lobby(watcher: LobbyWatcher): () => void {
    this.#lobby = watcher;
    this.#open();
    this.#say({ lobby: true });
    return () => {
      if (this.#lobby === watcher) {
        this.#lobby = null;
        this.#say({ lobby: false });
      }
    };
  }

  /** Tries at once, as when the network is back. */
  wake(): void {
    if (this.state !== "live" && this.#socket === null) this.#retry(0);
  }

  #forget(id: string, watcher: GameWatcher): void {
    if (this.#games.get(id) !== watcher) return;
    this.#games.delete(id);
    this.#say({ unwatch: id });
  }

  #open(): void {
    if (this.#socket) return;
    const socket = this.connect();
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (message) => this.#receive(String(message.data));
    socket.onclose = () => this.#closed(socket);
    socket.onerror = () => socket.close();
  }

  #opened(): void {
    this.#failures = 0;
    this.#heard = Date.now();
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#listen(), QUIET / 2);
    this.#games.forEach((watcher, id) => this.#sayWatch(id, watcher));
    if (this.#lobby) this.#say({ lobby: true });
    this.#become("live");
  }

  /** A connection that does not answer a ping is dead, even if it was not closed. */
  #listen(): void {
    const quiet = Date.now() - this.#heard;
    if (quiet > QUIET * 1.75) this.#socket?.close();
    else if (quiet > QUIET / 2) this.#say({ ping: Date.now() });
  }

  #closed(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearInterval(this.#beat);
    this.#become("lost");
    this.#retry(backoff(this.#failures++) * (0.75 + Math.random() / 2));
  }

  #retry(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), after);
  }

  #become(state: Connection): void {
    if (this.state === state) return;
    this.state = state;
    this.changed(state);
  }

  #sayWatch(id: string, watcher: GameWatcher): void {
    const { seq, lines } = watcher.since();
    this.#say({ watch: id, key: watcher.pass.key, invite: watcher.pass.invite, since: seq, lines });
  }

  #say(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #receive(text: string): void {
    this.#heard = Date.now();
    const frame = JSON.parse(text) as Frame;
    if (frame.lobby) this.#tellLobby(frame);
    const watcher = frame.game === undefined ? undefined : this.#games.get(frame.game);
    if (watcher) this.#tellGame(frame, watcher);
  }

  #tellLobby(frame: Frame): void {
    if (frame.lobby === "game") this.#lobby?.game(frame.data as ListedGame);
    else if (frame.lobby === "gone") this.#lobby?.gone((frame.data as { id: string }).id);
    else this.#lobby?.resync();
  }

  #tellGame(frame: Frame, watcher: GameWatcher): void {
    if (frame.watching) return watcher.begun(frame.watching.seq, frame.watching.online);
    if (!frame.event) return;
    const data = frame.data as LiveEvent & { seat: number; online: boolean };
    if (frame.event === "chat") watcher.chat(frame.data as ChatLine);
    else if (frame.event === "presence") watcher.presence(data.seat, data.online);
    else watcher.event({ ...data, event: frame.event });
  }
}

/** The connection of this page to its own server. */
export function connectHere(): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/live`);
}
