/** One connection for all events: of watched games and of the lobby. It reconnects by itself and misses nothing. */

import type { Pass } from "./api";
import type { ChatLine, ListedGame, LiveEvent, LiveMessage, LiveRequest } from "./types";

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
  /** The key opens the seat no longer. */
  expelled: () => void;
}

export interface LobbyWatcher {
  game: (game: ListedGame) => void;
  gone: (id: string) => void;
  /** The watch begins, or something was missed: look at the list. */
  resync: () => void;
}

type LobbyMessage = Extract<LiveMessage, { lobby: string }>;
type GameMessage = Extract<LiveMessage, { event: string }>;

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

  #say(request: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #receive(text: string): void {
    this.#heard = Date.now();
    const message = JSON.parse(text) as LiveMessage;
    if ("lobby" in message) return this.#tellLobby(message);
    const watcher = "game" in message && message.game ? this.#games.get(message.game) : undefined;
    if (!watcher) return;
    if ("watching" in message) watcher.begun(message.watching.seq, message.watching.online);
    else if ("event" in message) this.#tellGame(message, watcher);
    else if ("error" in message && message.error.code === "unknown-key") watcher.expelled();
  }

  #tellLobby(message: LobbyMessage): void {
    if (message.lobby === "game") this.#lobby?.game(message.data);
    else if (message.lobby === "gone") this.#lobby?.gone(message.data.id);
    else this.#lobby?.resync();
  }

  #tellGame(message: GameMessage, watcher: GameWatcher): void {
    // What has no data is of no use here: the connection follows by itself.
    const data = message.data as Exclude<GameMessage["data"], Record<string, never>>;
    if ("event" in data) watcher.event(data);
    else if ("line" in data) watcher.chat(data);
    else if ("online" in data) watcher.presence(data.seat, data.online);
  }
}

/** The connection of this page to its own server. */
export function connectHere(): WebSocket {
  return new WebSocket(`${document.baseURI.replace("http", "ws")}api/live`);
}
