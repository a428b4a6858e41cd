/** The server's HTTP API, typed. */

import type {
  Analysis,
  BoardEntry,
  ChatLine,
  Command,
  NewGameRequest,
  GameCounts,
  GamePage,
  HandOver,
  HeldGame,
  Hint,
  LexiconEntry,
  LogPosition,
  Made,
  OwnGame,
  PlayerEntry,
  Preview,
  PreviewRequest,
  Problem,
  Reason,
  RulesEntry,
  SeatKey,
  Setup,
  SquareWindow,
  TableState,
  View,
  WordLookup,
} from "./types";

/** Who asks: the key of a seat, and the token of an invitation. */
export interface Pass {
  key?: string | undefined;
  invite?: string | undefined;
}

/** A request that was refused, or that did not arrive (`offline`). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly refused: Reason[] = [],
    /** The texts of the rules, if the message is in their words. */
    readonly texts: string | undefined = undefined,
  ) {
    super(message);
  }
}

/** Whether it is not known if the request was carried out. The same request with the same id can be sent again. */
export const isUncertain = (error: unknown): boolean => ["offline", "uncertain"].includes(codeOf(error));

export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : "");

export const api = {
  games: (state: TableState, q = "", before?: string | null): Promise<GamePage> =>
    get(`/games?${query({ state, q, before: before ?? "", limit: "30" })}`),
  counts: (): Promise<GameCounts> => get("/lobby/counts"),
  held: (games: HeldGame[]): Promise<{ games: OwnGame[] }> => post("/lobby/held", { games }),
  create: (asked: NewGameRequest): Promise<Made> => postOnce("/games", asked),
  view: async (id: string, pass: Pass): Promise<View> => withAllTurns(await get<View>(`/games/${id}`, pass), pass),
  setup: (id: string, pass: Pass): Promise<Setup> => get(`/games/${id}/setup`, pass),
  squares: (
    id: string,
    window: { x: number; y: number; width: number; height: number },
    pass: Pass,
  ): Promise<SquareWindow> => get(`/games/${id}/squares?${query(window)}`, pass),
  sit: (id: string, player: string, seat: number | null, pass: Pass): Promise<SeatKey> =>
    postOnce(`/games/${id}/seats`, seat === null ? { player } : { player, seat }, pass),
  leave: (id: string, seat: number, pass: Pass): Promise<unknown> =>
    retry(() => send("DELETE", `/games/${id}/seats/${seat}`, undefined, pass)),
  offerHandOver: (id: string, pass: Pass): Promise<HandOver> => post(`/games/${id}/hand-over`, {}, pass),
  exchangeHandOver: (id: string, token: string): Promise<SeatKey> =>
    postOnce(`/games/${id}/hand-over/exchange`, { token }),
  command: (id: string, command: Command & { seen: number; id: string }, pass: Pass): Promise<LogPosition> =>
    post(`/games/${id}/commands`, command, pass),
  preview: (id: string, play: PreviewRequest, pass: Pass): Promise<Preview> => post(`/games/${id}/preview`, play, pass),
  hint: (id: string, pass: Pass): Promise<Hint> => get(`/games/${id}/hint`, pass),
  chat: (id: string, pass: Pass): Promise<{ lines: ChatLine[] }> => get(`/games/${id}/chat`, pass),
  say: (id: string, text: string, pass: Pass): Promise<{ line: number }> =>
    postOnce(`/games/${id}/chat`, { text }, pass),
  rematch: (id: string, pass: Pass): Promise<Made> => retry(() => post(`/games/${id}/rematch`, {}, pass)),
  analysis: (id: string, turn: number, pass: Pass): Promise<Analysis> =>
    get(`/games/${id}/analysis?turn=${turn}`, pass),
  record: async (id: string, format: string, turn: number | null, pass: Pass): Promise<string> =>
    (await ask("GET", recordPath(id, format, turn), undefined, pass)).text(),
  rules: (): Promise<{ rules: RulesEntry[] }> => get("/rules"),
  boards: (): Promise<{ boards: BoardEntry[] }> => get("/boards"),
  lexicons: (): Promise<{ lexicons: LexiconEntry[] }> => get("/lexicons"),
  word: (lexicon: string, word: string): Promise<WordLookup> =>
    get(`/lexicons/${encodeURIComponent(lexicon)}/words/${encodeURIComponent(word)}`),
  players: (): Promise<{ players: PlayerEntry[] }> => get("/players"),
};

export type Api = typeof api;

/** A game with all its turns: a long game comes with the last ones, and the others follow page by page. */
async function withAllTurns(view: View, pass: Pass): Promise<View> {
  let { turns_list: turns, turns_before: before } = view;
  while (before !== null) {
    const page: View = await get(`/games/${view.id}?${query({ turns_before: before })}`, pass);
    turns = [...page.turns_list, ...turns];
    before = page.turns_before;
  }
  return { ...view, turns_list: turns, turns_before: null };
}

const recordPath = (id: string, format: string, turn: number | null): string =>
  `/games/${id}/record?${query({ format, ...(turn === null ? {} : { turn }) })}`;

function query(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

export const get = <T>(path: string, pass?: Pass): Promise<T> => send("GET", path, undefined, pass);
export const post = <T>(path: string, body: unknown, pass?: Pass): Promise<T> => send("POST", path, body, pass);

/** Sends a request with an id of its own, so that it counts once even if it is sent again. */
const postOnce = <T>(path: string, body: object, pass?: Pass): Promise<T> => {
  const sent = { ...body, id: commandId() };
  return retry(() => post(path, sent, pass));
};

/** Sends a request again if it is not known whether it was carried out. */
async function retry<T>(request: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (!isUncertain(error) || tries === 2) throw error;
      await new Promise((go) => setTimeout(go, 600));
    }
  }
}

async function send<T>(method: string, path: string, body?: unknown, pass?: Pass): Promise<T> {
  const answer = await ask(method, path, body, pass);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function ask(method: string, path: string, body?: unknown, pass?: Pass): Promise<Response> {
  const answer = await fetch(`api${path}`, {
    method,
    headers: headers(body, pass),
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(0, "offline", "offline");
  });
  if (!answer.ok) throw await problem(answer);
  return answer;
}

function headers(body: unknown, pass?: Pass): Record<string, string> {
  return {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(pass?.key ? { authorization: `Bearer ${pass.key}` } : {}),
    ...(pass?.invite ? { "x-invite": pass.invite } : {}),
  };
}

async function problem(answer: Response): Promise<ApiError> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const code = problem.code ?? (answer.status === 429 ? "too-many" : answer.status >= 502 ? "offline" : "fault");
  return new ApiError(answer.status, code, problem.message ?? answer.statusText, problem.refused ?? [], problem.texts);
}

/** A unique id for a command. It also works where the page is not served over TLS. */
export function commandId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
