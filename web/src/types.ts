/** The server's messages, by the names they have in the page. `npm run types` makes them from the OpenAPI document. */

import type { components } from "./generated/api";

type Schemas = components["schemas"];

export type Axis = Schemas["AxisName"];
export type TableState = Schemas["TableStatus"];
export type SeatKind = Schemas["SeatOccupancy"];
export type Action = Schemas["AllowedAction"];
export type ChallengeName = Schemas["ChallengeChoice"];
export type Coord = Schemas["CoordJson"];
export type BoardTile = Schemas["BoardTileJson"];
export type Reason = Schemas["ReasonJson"];

export type ListedGame = Schemas["LobbyEntry"];
export type ListedSeat = Schemas["SeatSummary"];
export type GamePage = Schemas["LobbyPage"];
export type GameCounts = Schemas["LobbyCounts"];
export type HeldGame = Schemas["HeldGame"];
export type OwnGame = Schemas["HeldGameEntry"];

export type View = Schemas["GameView"];
export type Seat = Schemas["TableSeatJson"];
export type Turn = Schemas["TurnEntry"];
export type PlayedTurn = Extract<Turn, { event: "played" }>;

export type Setup = Schemas["SetupJson"];
export type BoardSetup = Schemas["BoardJson"];
export type SquareKind = Schemas["SquareJson"];
export type SquareWindow = Schemas["SquaresJson"];
export type TileKind = Schemas["TileKindJson"];
export type Face = Schemas["FaceJson"];
export type ClockSetup = Schemas["ClockJson"];

export type Preview = Schemas["PlayPreview"];
export type PreviewRequest = Schemas["PreviewRequest"];
export type FoundPlay = Schemas["SuggestedPlay"];
export type Hint = Schemas["TurnHints"];
export type ComparedTurn = Schemas["ComparedTurn"];
export type Analysis = Schemas["TurnAnalysis"];

export type ChatLine = Schemas["ChatLineJson"];
export type LiveEvent = Schemas["LoggedEventJson"];
export type LiveMessage = Schemas["LiveMessage"];
export type LiveRequest = Schemas["LiveRequest"];

export type RulesEntry = Schemas["RulesEntry"];
export type BoardEntry = Schemas["BoardEntry"];
export type LexiconEntry = Schemas["LexiconListing"];
export type WordLookup = Schemas["WordLookup"];
export type PlayerEntry = Schemas["PlayerEntry"];

export type SeatRequest = Schemas["SeatChoice"];
export type ClockRequest = Schemas["ClockChoice"];
export type NewGameRequest = Schemas["CreateGame"];
export type Made = Schemas["CreatedGame"];
export type HandOver = Schemas["HandOver"];
export type SeatKey = Schemas["SeatKey"];
export type Command = Schemas["CommandRequest"];
export type LogPosition = Schemas["LogPosition"];
export type Problem = Schemas["ProblemDetails"];
