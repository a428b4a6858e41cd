// Made by `npm run types` from the OpenAPI document of the server. Do not edit.

export interface paths {
    "/api/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists boards. */
        get: operations["boards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists public games. */
        get: operations["list"];
        put?: never;
        /** Creates a game. */
        post: operations["create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a game as the caller may see it. */
        get: operations["view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compares a turn of a finished game with the best ones. */
        get: operations["analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the chat. */
        get: operations["list_chat"];
        put?: never;
        /** Adds a line to the chat. */
        post: operations["post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Carries out a command of a player. */
        post: operations["command"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the events of a game. */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a token by which the caller carries the seat to another device. */
        post: operations["offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/hand-over/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchanges a token for a key to the seat. The keys that the seat had are revoked. */
        post: operations["exchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggests plays to the player whose turn it is. */
        get: operations["hint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Scores a play without making it. */
        post: operations["preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Writes a game or a position in a file format. */
        get: operations["record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts another game of the same players, with rotated seats. */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a seat. */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Leaves the caller's seat. */
        delete: operations["leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows rules, board and tiles of a game. */
        get: operations["setup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{id}/squares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a part of a board, which may be unbounded. */
        get: operations["squares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lexicons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists lexica. */
        get: operations["lexica"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lexicons/{name}/words/{word}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Looks up a word. */
        get: operations["word"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Opens a WebSocket for any number of games and the lobby. Its messages are `LiveRequest` and `LiveMessage`. */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts public games. */
        get: operations["counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the news of the list of games. */
        get: operations["lobby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the games of a client by the keys it holds, private ones too. */
        post: operations["list_held"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists computer players, and the bots that are connected. */
        get: operations["players"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists rules. */
        get: operations["rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows one set of rules. */
        get: operations["one_rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workshop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what the workshop offers. */
        get: operations["workshop"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workshop/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says everything that is wrong with a draft of a game, or describes the game. */
        post: operations["check_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workshop/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plays a hundred quick games with a draft. */
        post: operations["try_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AdjustmentJson: {
            /** Format: int32 */
            points: number;
            /** Format: int32 */
            seat: number;
            tiles?: number[];
            why: components["schemas"]["AdjustmentName"];
        };
        /** @enum {string} */
        AdjustmentName: "own-tiles" | "others-tiles" | "overtime";
        /** @enum {string} */
        AfterLeaveName: "out" | "computer";
        /**
         * @description Something that a client may do.
         * @enum {string}
         */
        AllowedAction: "play" | "pass" | "exchange" | "challenge" | "accept" | "resign" | "hint" | "undo" | "agree" | "decline" | "rematch" | "takeover" | "join" | "claim" | "offer";
        /**
         * @description The name of an axis.
         * @enum {string}
         */
        AxisName: "across" | "down";
        /** @description A board. */
        BoardEntry: {
            height?: number;
            kind: components["schemas"]["BoardExtent"];
            name: string;
            title: string;
            width?: number;
        };
        /**
         * @description Whether a board has an edge.
         * @enum {string}
         */
        BoardExtent: "finite" | "unbounded";
        /** @description A board file: TOML, or a board file of SkraBBKle if its name ends with `.txt`. */
        BoardFile: {
            file: string;
            text: string;
        };
        BoardJson: {
            coords: components["schemas"]["CoordStyleName"];
            height: number;
            kind: components["schemas"]["BoardExtent"];
            rows: string[];
            /** @description The seed that a random board was dealt from, as text: it may have more digits than a JSON number can carry. */
            seed?: string;
            squares: components["schemas"]["SquareJson"][];
            start: components["schemas"]["CoordJson"];
            title: string;
            width: number;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        /** @description All boards. */
        BoardList: {
            boards: components["schemas"]["BoardEntry"][];
        };
        /** @description A tile on a board or of a play, as viewers get it: a wild tile says so. */
        BoardTileJson: {
            letter: string;
            /** Format: int32 */
            points: number;
            /** Format: int32 */
            tile: number;
            /** @description Whether it is a wild tile, such as a blank. Left out for other tiles. */
            wild?: boolean;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        BonusJson: {
            /** Format: int32 */
            points: number;
            /** Format: int32 */
            tiles: number;
        };
        /**
         * @description Why a game ended, by name.
         * @enum {string}
         */
        CauseName: "went-out" | "passes" | "scoreless" | "rounds" | "forfeit" | "last-one-left";
        /** @enum {string} */
        ChallengeChoice: "void" | "single" | "double" | "five-point" | "ten-point" | "triple";
        ChallengedJson: {
            /** Format: int32 */
            bonus?: number;
            /** Format: int32 */
            of: number;
            /** Format: int32 */
            seat: number;
            verdict: components["schemas"]["VerdictName"];
            words: number[];
        };
        /** @description A line of chat. */
        ChatLineJson: components["schemas"]["ChatMessage"] & {
            at: components["schemas"]["Timestamp"];
            line: components["schemas"]["LineNo"];
        };
        /** @description Lines of a chat. */
        ChatLines: {
            lines: components["schemas"]["ChatLineJson"][];
        };
        /** @description The stored part of a chat line: the author and the text. */
        ChatMessage: {
            /** @description The name of the author. */
            player: string;
            seat: components["schemas"]["Seat"] | null;
            /** @description The text. */
            text: string;
        };
        /** @description A line to add to the chat. */
        ChatPost: {
            /** @description An id chosen by the client. A line that is sent again with the same id is stored once. */
            id?: string | null;
            /** @description The text. */
            text: string;
        };
        /** @description The number of a chat line that was added. */
        ChatPosted: {
            line: components["schemas"]["LineNo"];
        };
        /** @description The clock of a new game. Times are texts such as `25m`. */
        ClockChoice: {
            /** @enum {string} */
            kind: "off";
        } | {
            /** @description The time added for each turn. The default is none. */
            increment?: string | null;
            /** @description The time at the start. */
            initial: string;
            /** @enum {string} */
            kind: "game";
            /** @description The overtime after which the game is lost. The default is ten minutes. */
            overtime?: string | null;
            /**
             * Format: int32
             * @description The points lost for each minute of overtime. The default is 10.
             */
            penalty?: number | null;
        } | {
            /** @enum {string} */
            kind: "turn";
            then?: components["schemas"]["TurnTimeoutChoice"] | null;
            /** @description The time. */
            turn: string;
        };
        ClockJson: {
            /** @enum {string} */
            kind: "off";
        } | {
            /** Format: int64 */
            increment: number;
            /** Format: int64 */
            initial: number;
            /** @enum {string} */
            kind: "game";
            /** Format: int64 */
            overtime: number;
            /** Format: int32 */
            penalty: number;
        } | {
            /** @enum {string} */
            kind: "turn";
            /** @enum {string} */
            then: "pass" | "forfeit";
            /** Format: int64 */
            turn: number;
        };
        /** @description The clock of a game, in milliseconds. */
        ClockTerms: {
            /** @enum {string} */
            kind: "off";
        } | {
            /** @description The time added for each turn. */
            increment: components["schemas"]["Millis"];
            /** @description The time at the start. */
            initial: components["schemas"]["Millis"];
            /** @enum {string} */
            kind: "game";
        } | {
            /** @enum {string} */
            kind: "turn";
            /** @description The time. */
            turn: components["schemas"]["Millis"];
        };
        /** @description A command of a player. */
        CommandRequest: {
            axis?: components["schemas"]["AxisName"] | null;
            /** @description An id chosen by the client. A command that is sent again with the same id is carried out once. */
            id?: string | null;
            /** @description A play in notation. */
            play?: string | null;
            seat?: components["schemas"]["Seat"] | null;
            seen?: components["schemas"]["Seq"] | null;
            tiles?: components["schemas"]["CommandTiles"] | null;
            /** @description What the player does. */
            type: components["schemas"]["CommandType"];
            /** @description The numbers of the challenged words. */
            words?: number[] | null;
        };
        /** @description Tiles of a play or an exchange. */
        CommandTiles: string | number[] | components["schemas"]["TileDraft"][];
        /**
         * @description The type of a command.
         * @enum {string}
         */
        CommandType: "play" | "pass" | "exchange" | "challenge" | "accept" | "resign" | "undo" | "agree" | "decline" | "claim" | "offer";
        /** @description Something to do with a turn, and what it is worth. */
        ComparedTurn: {
            /**
             * Format: double
             * @description The score plus the value of the tiles that stay on the rack, in points; left out for what nobody chooses.
             */
            equity?: number;
            /** @enum {string} */
            event: "started" | "dealt" | "played" | "play-failed" | "passed" | "exchanged" | "exchange-failed" | "challenged" | "accepted" | "turn-skipped" | "timed-out" | "left" | "ended";
            /** @description The tiles that are exchanged. */
            exchange?: string;
            /** @description The play in notation. */
            play?: string;
            /** Format: int32 */
            score: number;
            tiles: components["schemas"]["BoardTileJson"][];
        };
        /** @description A coordinate. */
        CoordJson: {
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        /**
         * @description How people write the squares of a board.
         * @enum {string}
         */
        CoordStyleName: "classic" | "numbers";
        CountJson: {
            /** Format: int32 */
            count: number;
            label: string;
            /** Format: int32 */
            tile: number;
        };
        /** @description A game to create. */
        CreateGame: {
            /** @description The board. The default is that of the rules. */
            board?: string | null;
            challenge?: components["schemas"]["ChallengeChoice"] | null;
            clock?: components["schemas"]["ClockChoice"] | null;
            /** @description Whether hints are allowed. */
            hints?: boolean | null;
            /** @description A random, secret id of at least 16 characters. The same id gives the same game and key again. */
            id?: string | null;
            /** @description The lexicon. The default is that of the rules. */
            lexicon?: string | null;
            /** @description The name of the game. The default is derived from the name of the player. */
            name?: string | null;
            pace?: components["schemas"]["PaceChoice"] | null;
            /** @description The name of the player who creates the game. */
            player?: string | null;
            racks?: components["schemas"]["RackVisibilityChoice"] | null;
            rules?: components["schemas"]["RulesChoice"] | null;
            /** @description The seats. The default is the player and a computer. */
            seats?: components["schemas"]["SeatChoice"][] | null;
            /**
             * Format: int64
             * @description The seed of all draws, if the operator allows seeds.
             */
            seed?: number | null;
            starter?: components["schemas"]["StarterChoice"] | null;
            /** @description Whether new players may take over the seats of computers. */
            takeover?: boolean | null;
            /** @description Whether turns can be taken back if the others agree. */
            undo?: boolean | null;
            visibility?: components["schemas"]["TableVisibility"] | null;
        };
        /** @description A game that was created. */
        CreatedGame: {
            /** @description The game. */
            game: components["schemas"]["LobbyEntry"];
            /** @description The invitation, for a private game. */
            invite?: string;
            /** @description The key of the seat, or of the maker of the game. */
            key: string;
            seat: components["schemas"]["Seat"] | null;
        };
        DealtJson_DrawnJson: {
            /** Format: int32 */
            seat: number;
            /** @description Tiles by number, or only their count. */
            tiles: number[] | number;
        };
        /** @description A fault of a draft: where it is, what is wrong, what to do. */
        DraftFault: {
            /**
             * Format: int32
             * @description The column, from 1; 0 if the fault has no place.
             */
            column: number;
            /** @description `rules` for the rules file, the name of the board file, or a file of the server. */
            file: string;
            help?: string;
            /** @description The key that is wrong, such as `limits.passes`; empty if there is none. */
            key: string;
            /** @description How many characters are wrong. */
            length: number;
            /**
             * Format: int32
             * @description The line, from 1; 0 if the fault has no place.
             */
            line: number;
            message: string;
        };
        /** @description The game of a draft. */
        DraftGame: {
            /** @description All parameters with their values, as a rules file writes them. */
            parameters: components["schemas"]["ParameterEntry"][];
            sample?: components["schemas"]["SampleScore"];
            /** @description Rules, board and tiles. `rules.source` is the whole game as one file. */
            setup: components["schemas"]["SetupJson"];
            squares?: components["schemas"]["SquaresJson"];
        };
        /** @description What is wrong with a draft, or the game that it is. */
        DraftReport: {
            /** @description Everything that is wrong. The draft can be played if there is nothing. */
            faults: components["schemas"]["DraftFault"][];
            /** @description The game, if rules, board and tiles are right. */
            game?: components["schemas"]["DraftGame"];
            /** @description How many faults are not listed because there are too many. */
            more_faults: number;
        };
        /** @description What quick games between computers show about a draft. */
        DraftTrial: {
            /**
             * Format: double
             * @description The plays that got the bonus for many tiles, in a game on average.
             */
            bonuses: number;
            /**
             * Format: int32
             * @description In how many games the first player won.
             */
            first_wins: number;
            /**
             * Format: int32
             * @description How many games were played to the end: a hundred, or fewer if they took too long.
             */
            games: number;
            /**
             * Format: int32
             * @description In how many games the first player had a play.
             */
            openings: number;
            /** @description The scores of all players. */
            scores: components["schemas"]["TrialRange"];
            /**
             * Format: int32
             * @description How many of them got stuck: they ended with tiles left and no more points, or did not end.
             */
            stuck: number;
            turns: components["schemas"]["TrialRange"];
        };
        /** @description No data. */
        EmptyData: Record<string, never>;
        EndedJson: {
            adjustments: components["schemas"]["AdjustmentJson"][];
            /** Format: int32 */
            by?: number;
            cause: components["schemas"]["CauseName"];
            winners: number[];
        };
        /** @description The code and message of an error. */
        ErrorBrief: {
            code: string;
            message: string;
        };
        /** @description An event by name. */
        EventBody_DrawnJson_Vec_ReasonJson: (components["schemas"]["StartedJson"] & {
            /** @enum {string} */
            event: "started";
        }) | (components["schemas"]["DealtJson_DrawnJson"] & {
            /** @enum {string} */
            event: "dealt";
        }) | (components["schemas"]["PlayedJson_DrawnJson"] & {
            /** @enum {string} */
            event: "played";
        }) | (components["schemas"]["PlayFailedJson_Vec"] & {
            /** @enum {string} */
            event: "play-failed";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "passed";
        }) | (components["schemas"]["ExchangedJson_DrawnJson"] & {
            /** @enum {string} */
            event: "exchanged";
        }) | (components["schemas"]["ExchangeFailedJson_DrawnJson_Vec"] & {
            /** @enum {string} */
            event: "exchange-failed";
        }) | (components["schemas"]["ChallengedJson"] & {
            /** @enum {string} */
            event: "challenged";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "accepted";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "turn-skipped";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "timed-out";
        }) | (components["schemas"]["LeftJson"] & {
            /** @enum {string} */
            event: "left";
        }) | (components["schemas"]["EndedJson"] & {
            /** @enum {string} */
            event: "ended";
        });
        /** @description Facts about an event that are known when it happens and would need the whole game later. */
        EventNotes: {
            /** @description The play in notation. */
            play?: string;
            /**
             * Format: int32
             * @description The score of the seat after the event.
             */
            total?: number;
        };
        /** @description An event as a viewer may see it. */
        EventViewJson: components["schemas"]["EventBody_DrawnJson_Vec_ReasonJson"] & {
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            seq: number;
        };
        ExchangeFailedJson_DrawnJson_Vec: {
            reasons: components["schemas"]["ReasonJson"][];
            /** @description Tiles by number, or only their count. */
            returned: number[] | number;
            /** Format: int32 */
            seat: number;
        };
        ExchangeJson: {
            allowed: boolean;
            /** Format: int32 */
            bag: number;
            /** Format: int32 */
            fewest: number;
            /** Format: int32 */
            most: number | null;
            /** Format: int32 */
            times: number | null;
        };
        ExchangeTurn: {
            /** @description How many tiles were given back. */
            count: number;
            /** Format: int32 */
            seat: number;
        };
        ExchangedJson_DrawnJson: {
            /** @description Tiles by number, or only their count. */
            drawn: number[] | number;
            /** @description Tiles by number, or only their count. */
            returned: number[] | number;
            /** Format: int32 */
            seat: number;
        };
        FaceJson: {
            letter: string;
            /** Format: int32 */
            points: number;
        };
        FailedPlayTurn: {
            /** Format: int32 */
            seat: number;
            tiles: components["schemas"]["PlacedTileJson"][];
        };
        /** @description A draft of a game. */
        GameDraft: {
            board?: components["schemas"]["BoardFile"] | null;
            /** @description The rules file. It may have the board, the tiles and the words in it. */
            source: string;
            window?: components["schemas"]["SquaresQuery"] | null;
            /** @description A word to score as the first play. */
            word?: string | null;
        };
        /** @description A game event as a viewer gets it, with its notes. */
        GameEventJson: components["schemas"]["EventViewJson"] & components["schemas"]["EventNotes"];
        /** @description Something that happened in a watched game. */
        GameMessage: {
            /** @description The data of the event. */
            data: components["schemas"]["GameMessageData"];
            /** @enum {string} */
            event: "started" | "dealt" | "played" | "play-failed" | "passed" | "exchanged" | "exchange-failed" | "challenged" | "accepted" | "turn-skipped" | "timed-out" | "left" | "ended" | "joined" | "awaited" | "vacated" | "away" | "back" | "undo-asked" | "undo-agreed" | "undo-declined" | "undone" | "rematch" | "closed" | "chat" | "presence" | "gone" | "resync";
            /** @description The game. */
            game: string;
            /** @description The sequence number, for events of the log. */
            seq?: components["schemas"]["Seq"];
        };
        /** @description The data of a game message. */
        GameMessageData: components["schemas"]["LoggedEventJson"] | components["schemas"]["ChatLineJson"] | components["schemas"]["SeatPresence"] | components["schemas"]["EmptyData"];
        GameOverJson: {
            /** Format: int32 */
            by?: number;
            cause: components["schemas"]["CauseName"];
            winners: number[];
        };
        /** @description A game by its id. */
        GameRef: {
            /** @description The id. */
            id: string;
        };
        /** @description A game as a viewer may see it, without its id and seats. */
        GameStateJson: {
            bag: number;
            board: components["schemas"]["BoardTileJson"][];
            challengeable: components["schemas"]["OpenPlayJson"] | null;
            over: components["schemas"]["GameOverJson"] | null;
            rules: string;
            /** Format: int64 */
            seq: number;
            /** Format: int64 */
            since?: number;
            stage: components["schemas"]["StageName"];
            tally: components["schemas"]["TallyJson"];
            /** Format: int32 */
            turn: number | null;
            /** Format: int32 */
            turns: number;
            unseen: components["schemas"]["CountJson"][];
            /** Format: int32 */
            viewer: number | null;
            waiting?: number[];
        };
        /** @description What players agree to when they join a game. */
        GameTerms: {
            /** @description The challenge rule. */
            challenge: string;
            /** @description The clock. */
            clock: components["schemas"]["ClockTerms"];
            /** @description Whether hints are allowed. */
            hints: boolean;
            /** @description Which racks players see. */
            racks: string;
            /** @description Whether turns can be taken back if the others agree. */
            undo: boolean;
        };
        /** @description A game as a client may see it. */
        GameView: components["schemas"]["GameStateJson"] & {
            /** @description What the client may do now. */
            allow: components["schemas"]["AllowedAction"][];
            /** @description Whether hints are allowed. */
            hints: boolean;
            /** @description The id of the game. */
            id: string;
            /** @description The name of the lexicon. */
            lexicon: string;
            /** @description The number of chat lines. */
            lines: components["schemas"]["LineNo"];
            /** @description The name of the game. */
            name: string;
            /** @description The time of the server, on the clock of `since`. */
            now: components["schemas"]["Timestamp"];
            /** @description Whether the client created the game without taking a seat. */
            owner: boolean;
            rematch: components["schemas"]["GameRef"] | null;
            /** @description Who won, in the words of the game that the rules come from; left out under standard texts. */
            result?: string;
            /** @description The seats. */
            seats: components["schemas"]["TableSeatJson"][];
            /** @description The progress of the table. */
            state: components["schemas"]["TableStatus"];
            turns_before: components["schemas"]["Seq"] | null;
            /** @description The last turns that were not taken back, or those before `turns_before` of the query. */
            turns_list: components["schemas"]["TurnEntry"][];
            undo: components["schemas"]["UndoRequest"] | null;
            /** @description Who finds the game. */
            visibility: components["schemas"]["TableVisibility"];
            /** @description How many spectators watch through this server. */
            watchers: number;
        };
        /** @description A token by which another device gets the seat. */
        HandOver: {
            /** @description The token. It can be exchanged once. */
            token: string;
            /** @description Until when. */
            until: components["schemas"]["Timestamp"];
        };
        /** @description A request to exchange a token for a key. */
        HandOverRequest: {
            /** @description A random, secret id of at least 16 characters. The same id gives the same key again. */
            id: string;
            /** @description The token. */
            token: string;
        };
        /** @description A game and the key or the invitation that a client holds. */
        HeldGame: {
            /** @description The id of the game. */
            id: string;
            /** @description The invitation to the game. */
            invite?: string | null;
            /** @description The key of a seat, or of the maker of the game. */
            key?: string | null;
        };
        /** @description A game of a client. */
        HeldGameEntry: components["schemas"]["LobbyEntry"] & {
            seat: components["schemas"]["Seat"] | null;
        };
        /** @description The games of a client that exist and that it may see. */
        HeldGames: {
            /** @description The games, in the order asked for. */
            games: components["schemas"]["HeldGameEntry"][];
        };
        /** @description The games of a client, by the keys it holds. */
        HeldGamesRequest: {
            /** @description The games, at most 100. */
            games: components["schemas"]["HeldGame"][];
        };
        /** @description A request to take a seat. */
        JoinRequest: {
            /** @description A random, secret id of at least 16 characters. The same id gives the same seat and key again. */
            id?: string | null;
            /** @description The name of the player. */
            player: string;
            seat?: components["schemas"]["Seat"] | null;
        };
        /** @enum {string} */
        LeaveName: "resigned" | "out-of-time" | "lost-challenge" | "disconnected";
        LeftJson: {
            /** Format: int32 */
            seat: number;
            then: components["schemas"]["AfterLeaveName"];
            why: components["schemas"]["LeaveName"];
        };
        /** @description The lexicon of a game. */
        LexiconJson: {
            /** @description The content hash of its words. */
            hash: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description The number of words, if known.
             */
            words: number | null;
        };
        /** @description All lexica. */
        LexiconList: {
            lexicons: components["schemas"]["LexiconListing"][];
        };
        /** @description A lexicon. */
        LexiconListing: {
            hash: string;
            name: string;
            /** Format: int64 */
            words: number;
        };
        /**
         * Format: int64
         * @description The number of a chat line in its game; the first is 1.
         */
        LineNo: number;
        /** @description A request that failed. */
        LiveError: {
            /** @description Why. */
            error: components["schemas"]["ErrorBrief"];
            /** @description The game that the request was about. */
            game?: string;
        };
        /** @description A message from the server on the WebSocket. */
        LiveMessage: components["schemas"]["GameMessage"] | components["schemas"]["WatchConfirmation"] | components["schemas"]["LobbyMessage"] | components["schemas"]["Pong"] | components["schemas"]["LiveError"];
        /** @description A message from a client on the WebSocket. */
        LiveRequest: {
            /** @description The invitation to the watched game. */
            invite?: string | null;
            /** @description The key of a seat of the watched game. */
            key?: string | null;
            lines?: components["schemas"]["LineNo"] | null;
            /** @description Whether the client wants the news of the lobby. */
            lobby?: boolean | null;
            /** @description Any value; the server sends it back. */
            ping?: unknown;
            since?: components["schemas"]["Seq"] | null;
            /** @description The game to watch no longer. */
            unwatch?: string | null;
            /** @description The game to watch. */
            watch?: string | null;
        };
        /** @description How many public games there are. */
        LobbyCounts: {
            /**
             * Format: int64
             * @description The largest number that is counted; a count of this number means that many or more.
             */
            most: number;
            /**
             * Format: int64
             * @description Games that wait for players.
             */
            open: number;
            /**
             * Format: int64
             * @description Games that are over.
             */
            over: number;
            /**
             * Format: int64
             * @description Games that are being played.
             */
            running: number;
        };
        /** @description A game in the list. */
        LobbyEntry: components["schemas"]["TableSummary"] & {
            /** @description When the last event happened. */
            active: components["schemas"]["Timestamp"];
            created: components["schemas"]["Timestamp"];
            id: string;
            name: string;
            /** @description The last event. */
            seq: components["schemas"]["Seq"];
            state: components["schemas"]["TableStatus"];
            visibility: components["schemas"]["TableVisibility"];
            /** @description How many spectators watch through this server. */
            watchers: number;
        };
        /** @description News of the lobby. */
        LobbyMessage: {
            /** @description A public game is new or has changed. */
            data: components["schemas"]["LobbyEntry"];
            /** @enum {string} */
            lobby: "game";
        } | {
            /** @description A game was deleted. */
            data: components["schemas"]["GameRef"];
            /** @enum {string} */
            lobby: "gone";
        } | {
            /** @description The client gets the news from now on. */
            data: components["schemas"]["EmptyData"];
            /** @enum {string} */
            lobby: "watching";
        } | {
            /** @description The client was too slow and has to read the list again. */
            data: components["schemas"]["EmptyData"];
            /** @enum {string} */
            lobby: "resync";
        };
        /** @description A page of the list of games. */
        LobbyPage: {
            games: components["schemas"]["LobbyEntry"][];
            /** @description The `before` of the next page. */
            next: string | null;
        };
        /** @description The last event of a log. */
        LogPosition: {
            seq: components["schemas"]["Seq"];
        };
        /** @description An event of the log as a viewer gets it. */
        LoggedEventJson: components["schemas"]["GameEventJson"] | components["schemas"]["TableEventJson"];
        /**
         * Format: int64
         * @description A time or a span in milliseconds.
         *
         *     ```
         *     # mod quixotry { pub use quixotry_rules as rules; }
         *     use quixotry::rules::Millis;
         *
         *     let (start, now) = (Millis::seconds(10), Millis(12_500));
         *     assert_eq!(now.since(start), Millis(2_500));
         *     ```
         */
        Millis: number;
        /**
         * @description What can take a seat.
         * @enum {string}
         */
        OccupantKind: "human" | "computer" | "bot";
        OpenPlayJson: {
            /** Format: int32 */
            score: number;
            /** Format: int32 */
            seat: number;
            tiles: components["schemas"]["BoardTileJson"][];
            words: components["schemas"]["WordJson"][];
        };
        /** @description A number of milliseconds, as a number or as text. */
        PaceChoice: number | string;
        /** @description A parameter of the rules. */
        ParameterEntry: {
            key: string;
            value: string;
        };
        /** @description A tile of a play, with all its data. */
        PlacedTileJson: {
            letter: string;
            /** Format: int32 */
            points: number;
            /** Format: int32 */
            tile: number;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        PlayFailedJson_Vec: {
            reasons: components["schemas"]["ReasonJson"][];
            /** Format: int32 */
            seat: number;
            tiles: components["schemas"]["PlacedTileJson"][];
            /** @description The play as it was written, if the game has no tile or letter that says the same. */
            written?: string;
        };
        /** @description The score of a play, or why it is not legal. */
        PlayPreview: {
            /** Format: int32 */
            bonus?: number;
            legal: boolean;
            /** @description Why it is not legal, if the rules have texts of their own. */
            message?: string;
            /** @description The play in notation. */
            play: string;
            refused?: components["schemas"]["ReasonJson"][];
            /** Format: int32 */
            score?: number;
            words?: components["schemas"]["PreviewWord"][];
        };
        PlayedJson_DrawnJson: {
            /** Format: int32 */
            bonus: number;
            /** @description Tiles by number, or only their count. */
            drawn: number[] | number;
            /** Format: int32 */
            score: number;
            /** Format: int32 */
            seat: number;
            tiles: components["schemas"]["PlacedTileJson"][];
            words: components["schemas"]["WordJson"][];
        };
        PlayedTurn: {
            /** Format: int32 */
            bonus: number;
            /** Format: int32 */
            score: number;
            /** Format: int32 */
            seat: number;
            tiles: components["schemas"]["PlacedTileJson"][];
            words: components["schemas"]["WordJson"][];
        };
        /** @description A computer player. */
        PlayerEntry: {
            about: string;
            /** @description How many bots of this name wait for a game. */
            free?: number;
            /** @description The level in a seat of a new game. */
            level: string;
            /** @description The rank among our own players, from 1 for the weakest. */
            strength?: number;
        };
        /** @description All computer players. */
        PlayerList: {
            players: components["schemas"]["PlayerEntry"][];
        };
        /** @description The answer to `ping`. */
        Pong: {
            /** @description The value of the `ping`. */
            pong: unknown;
        };
        /** @description A play to preview. */
        PreviewRequest: {
            axis?: components["schemas"]["AxisName"] | null;
            play?: string | null;
            tiles?: components["schemas"]["TileDraft"][] | null;
        };
        /** @description A word of a previewed play. */
        PreviewWord: components["schemas"]["WordJson"] & {
            /** @description Whether it is in the lexicon, if the rules refuse invalid words at once. */
            good?: boolean;
        };
        /** @description An error as RFC 9457 describes it, with a code for programs. */
        ProblemDetails: {
            /** @description A code that never changes. */
            code: string;
            detail: string;
            /** @description The same text as `detail`. */
            message: string;
            /** @description Why the rules refuse a command. */
            refused?: components["schemas"]["ReasonJson"][];
            /** @description The last event of the log, if the request was stale. */
            seq?: components["schemas"]["Seq"];
            /** Format: int32 */
            status: number;
            /** @description The texts of the rules (`generic`, `haskell`, `skrabbkle` or `cornell`), if `message` is in their words. */
            texts?: string;
            title: string;
            type: string;
        };
        /** @enum {string} */
        RackVisibilityChoice: "closed" | "open";
        /** @description The code of a reason and its data. */
        ReasonData: {
            /** @enum {string} */
            code: "empty-play";
        } | {
            /** @enum {string} */
            code: "too-many-tiles";
            /** Format: int32 */
            most: number;
            tiles: number;
        } | {
            /** @enum {string} */
            code: "not-in-line";
            coords: components["schemas"]["CoordJson"][];
        } | {
            at: components["schemas"]["CoordJson"];
            /** @enum {string} */
            code: "same-square";
        } | {
            /** @enum {string} */
            code: "not-on-start";
            start: components["schemas"]["CoordJson"];
        } | {
            /** @enum {string} */
            code: "opening-too-short";
            /** Format: int32 */
            needed: number;
        } | {
            /** @enum {string} */
            code: "no-such-tile";
            /** Format: int32 */
            tile: number;
        } | {
            /** @enum {string} */
            code: "not-a-face";
            face: components["schemas"]["ShownFaceJson"];
            /** Format: int32 */
            tile: number;
        } | {
            at: components["schemas"]["CoordJson"];
            /** @enum {string} */
            code: "hole";
        } | {
            /** @enum {string} */
            code: "gap";
        } | {
            /** @enum {string} */
            code: "off-board";
        } | {
            /** @enum {string} */
            code: "not-a-word";
            word: string;
        } | {
            /** @enum {string} */
            code: "not-adjacent";
        } | {
            /** @enum {string} */
            code: "not-on-rack";
            label: string;
            /** Format: int32 */
            seat: number | null;
            /** Format: int32 */
            tile: number;
        } | {
            at: components["schemas"]["CoordJson"];
            /** @enum {string} */
            code: "occupied";
            face: components["schemas"]["ShownFaceJson"];
            there: components["schemas"]["ShownFaceJson"];
        } | {
            /** @enum {string} */
            code: "cross-word";
            words: string[];
        } | {
            /** @enum {string} */
            code: "wild-for-own-letter";
            letter: string;
        } | {
            /** @enum {string} */
            code: "no-word";
        } | {
            at: components["schemas"]["CoordJson"];
            /** @enum {string} */
            code: "square-failed";
            error: string;
            word: string;
        } | {
            /** Format: int32 */
            available: number;
            /** @enum {string} */
            code: "bag-too-small";
            /** Format: int32 */
            needed: number;
            /** Format: int32 */
            wanted: number;
        } | {
            /** @enum {string} */
            code: "exchange-forbidden";
        } | {
            /** @enum {string} */
            code: "exchange-count";
            /** Format: int32 */
            fewest: number;
            /** Format: int32 */
            most: number;
            /** Format: int32 */
            wanted: number;
        } | {
            /** @enum {string} */
            code: "exchanges-used-up";
            /** Format: int32 */
            times: number;
        } | {
            /** @enum {string} */
            code: "not-your-turn";
            /** Format: int32 */
            turn: number;
        } | {
            /** @enum {string} */
            code: "no-such-seat";
        } | {
            /** @enum {string} */
            code: "not-started";
        } | {
            /** @enum {string} */
            code: "game-over";
        } | {
            /** @enum {string} */
            code: "no-challenges";
        } | {
            /** @enum {string} */
            code: "nothing-to-challenge";
        } | {
            /** @enum {string} */
            code: "no-such-word";
            count: number;
            number: number;
        } | {
            /** @enum {string} */
            code: "answer-first";
        } | {
            /** @enum {string} */
            code: "already-answered";
        } | {
            /** @enum {string} */
            code: "time-is-up";
        } | {
            /** @enum {string} */
            code: "time-left";
            /** Format: int64 */
            left: number;
        } | {
            /** @enum {string} */
            code: "no-clock";
        };
        /** @description A reason: a code for programs, a message for people, its name in the ITU game if it has one, and its data. */
        ReasonJson: components["schemas"]["ReasonData"] & {
            gpe?: string;
            message: string;
        };
        /** @description A name that a key of a rules file may have. */
        RuleChoiceEntry: {
            /** @description Empty if the name says it all. */
            meaning: string;
            name: string;
        };
        /** @description A key of a rules file. */
        RuleKeyEntry: {
            /** @description The names that it may have. */
            choices: components["schemas"]["RuleChoiceEntry"][];
            /** @description The value it has when it is left out. */
            default: string;
            /**
             * Format: int64
             * @description The highest number.
             */
            high?: number;
            /** @description The key with its table, such as `limits.passes`. */
            key: string;
            /** @description The kind of its values: `text`, `flag`, `number`, `number-or`, `numbers`, `time`, `choice`, `other` or `table`. */
            kind: string;
            /**
             * Format: int64
             * @description The lowest number.
             */
            low?: number;
            summary: string;
            /** @description The word that may stand for a number or a table. */
            word?: string;
        };
        /** @description Rules by name, or a rules file of the client. */
        RulesChoice: string | {
            /** @description The text of the file. */
            source: string;
        };
        /** @description A set of rules. */
        RulesEntry: {
            about: string;
            board: string;
            hints: boolean;
            lexicon: string;
            name: string;
            /**
             * @description A small picture of the board, a row of signs for each row of squares: `.` is plain, `'`, `"` and `^` multiply the
             *     letter by 2, 3 and 4, `-`, `=` and `~` the word; `*` is any other square, `#` none.
             */
            picture: string[];
            /** Format: int32 */
            rack: number;
            seats: number[];
            takeover: boolean;
            tiles: string;
            title: string;
            undo: boolean;
        };
        RulesJson: {
            about: string;
            bonus: components["schemas"]["BonusJson"][];
            challenge: string;
            clock: components["schemas"]["ClockJson"];
            /** @enum {string} */
            cross: "counted" | "forbidden";
            exchange: components["schemas"]["ExchangeJson"];
            /** @enum {string} */
            failed_play: "retry" | "turn-lost";
            hints: boolean;
            name: string;
            /** Format: int32 */
            opening: number;
            /** Format: int32 */
            rack: number;
            /** @enum {string} */
            racks: "closed" | "open";
            seats: number[];
            source: string;
            takeover: boolean;
            title: string;
            undo: boolean;
            /** @enum {string} */
            wild: "any" | "not-on-rack";
        };
        /** @description All sets of rules. */
        RulesList: {
            rules: components["schemas"]["RulesEntry"][];
        };
        /** @description What a word scores as the first play, from the start to the right. */
        SampleScore: {
            /** @description Whether it is in the lexicon, if there is one. */
            good?: boolean;
            /** @description Why it cannot be written with the tiles. */
            message?: string;
            /** @description Why it cannot be played. */
            refused: components["schemas"]["ReasonJson"][];
            /** Format: int32 */
            score?: number;
            word: string;
        };
        /**
         * Format: int32
         * @description A seat at the table, from 0.
         *
         *     ```
         *     # mod quixotry { pub use quixotry_rules as rules; }
         *     use quixotry::rules::Seat;
         *
         *     assert_eq!(Seat(1).index(), 1);
         *     ```
         */
        Seat: number;
        /** @description A player who has lost the connection. */
        SeatAbsence: {
            /** @description When the rules act, or the others may, unless the player is back before. */
            due: components["schemas"]["Millis"];
            /** @description Since when. */
            since: components["schemas"]["Millis"];
        };
        /** @description A seat of a new game. */
        SeatChoice: {
            /** @enum {string} */
            kind: "you";
        } | {
            /** @enum {string} */
            kind: "open";
        } | {
            /** @enum {string} */
            kind: "computer";
            /** @description The level, or `bot:` and the name of a bot. */
            level?: string | null;
        } | {
            /** @enum {string} */
            kind: "bot";
            /** @description The name of the bot. */
            name: string;
        };
        /** @description A seat as a viewer may see it. */
        SeatJson: {
            /** @description Whether the seat still takes part. */
            active: boolean;
            /** @description Whether a computer plays. */
            computer: boolean;
            /**
             * Format: int32
             * @description How often the seat has exchanged tiles.
             */
            exchanges: number;
            /** @description The same tiles by letter. */
            letters?: string;
            /** @description The tiles on the rack by number, if the viewer may see them. */
            rack?: number[];
            /**
             * Format: int32
             * @description The points.
             */
            score: number;
            /** @description How many tiles are on the rack. */
            tiles: number;
            /**
             * Format: int64
             * @description Milliseconds left on the clock, in a game with one.
             */
            time_left?: number;
        };
        /** @description A seat and the key to it. */
        SeatKey: {
            /** @description The key. */
            key: string;
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        };
        /**
         * @description What sits at a seat, for clients.
         * @enum {string}
         */
        SeatOccupancy: "open" | "human" | "computer" | "bot";
        SeatOnlyJson: {
            /** Format: int32 */
            seat: number;
        };
        /** @description Whether the player at a seat is present. */
        SeatPresence: {
            /** @description Whether the player is present. */
            online: boolean;
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        };
        /** @description A seat in the list of games. */
        SeatSummary: {
            /** @description Whether the seat is reserved for a bot or a person that has not come yet. */
            awaited?: boolean;
            /** @description What sits there. */
            kind: components["schemas"]["SeatOccupancy"];
            /** @description The level of a computer, or `bot:` and the name of a bot. */
            level?: string;
            /** @description The name of the player. */
            player: string | null;
            /**
             * Format: int32
             * @description The score.
             */
            score: number;
        };
        /**
         * Format: int64
         * @description The number of an event in its game; the first is 1.
         */
        Seq: number;
        /** @description The rules, board and tiles of a game. */
        SetupJson: {
            alphabet: string[];
            board: components["schemas"]["BoardJson"];
            lexicon: components["schemas"]["LexiconJson"];
            rules: components["schemas"]["RulesJson"];
            tiles: components["schemas"]["TileKindJson"][];
            vowels: string;
        };
        ShownFaceJson: {
            letter: string;
            /** Format: int32 */
            points: number;
        };
        SquareJson: {
            about: string;
            /**
             * Format: int32
             * @description What a letter or word square multiplies by.
             */
            factor?: number;
            /** Format: int32 */
            id: number;
            kind: components["schemas"]["SquareKindName"];
            name: string;
            short: string;
        };
        /**
         * @description What a square does to a score.
         * @enum {string}
         */
        SquareKindName: "plain" | "letter" | "word" | "program";
        /** @description A rectangle of squares. Each is a character that encodes its index in the list of squares. */
        SquaresJson: {
            height: number;
            rows: string[];
            width: number;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        /** @description A rectangle of a board. */
        SquaresQuery: {
            /** Format: int32 */
            height: number;
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
        };
        /** @enum {string} */
        StageName: "waiting" | "playing" | "answering" | "over";
        StartedJson: {
            /** Format: int32 */
            first: number;
            /** Format: int32 */
            seats: number;
        };
        /** @enum {string} */
        StarterChoice: "first" | "random";
        /** @description A legal play. */
        SuggestedPlay: {
            /**
             * Format: double
             * @description The score plus the value of the tiles that stay on the rack, in points.
             */
            equity?: number;
            /** @description The play in notation. */
            play: string;
            /** Format: int32 */
            score: number;
            tiles: components["schemas"]["BoardTileJson"][];
        };
        /** @description A table event with its sequence number and time. */
        TableEventJson: components["schemas"]["TableEventKind"] & {
            /** @description When it happened. */
            at: components["schemas"]["Millis"];
            /** @description The sequence number. */
            seq: components["schemas"]["Seq"];
        };
        /** @description What happened at a table outside the game. It is public. */
        TableEventKind: {
            /** @enum {string} */
            event: "joined";
            /** @description What took the seat. */
            kind: components["schemas"]["OccupantKind"];
            /** @description The level of a computer, or `bot:` and the name of a bot. */
            level?: string;
            /** @description The name of the player. */
            player: string;
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @enum {string} */
            event: "awaited";
            /** @description `bot:` and the name of the bot; left out for a person. */
            level?: string;
            /** @description The name at the table. */
            player: string;
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @enum {string} */
            event: "vacated";
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @description When the rules act, or the others may, unless the player is back before. */
            due: components["schemas"]["Millis"];
            /** @enum {string} */
            event: "away";
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
            /** @description Since when. */
            since: components["schemas"]["Millis"];
        } | {
            /** @enum {string} */
            event: "back";
            /** @description The seat. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @enum {string} */
            event: "undo-asked";
            /** @description The seat that asks. */
            seat: components["schemas"]["Seat"];
            /** @description The last event that would stay. */
            to: components["schemas"]["Seq"];
        } | {
            /** @enum {string} */
            event: "undo-agreed";
            /** @description The seat that agreed. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @enum {string} */
            event: "undo-declined";
            /** @description The seat that declined. */
            seat: components["schemas"]["Seat"];
        } | {
            /** @enum {string} */
            event: "undone";
            /** @description The last event that stays. */
            to: components["schemas"]["Seq"];
        } | {
            /** @enum {string} */
            event: "rematch";
            /** @description The other game. */
            id: string;
        } | {
            /** @enum {string} */
            event: "closed";
        };
        /** @description A seat and its occupant. */
        TableSeatJson: components["schemas"]["SeatJson"] & {
            /** @description Whether the seat is reserved for a bot or a person that has not come yet. */
            awaited?: boolean;
            /** @description Since when the player is away, and until when the others have to wait. */
            away?: components["schemas"]["SeatAbsence"];
            /** @description What sits there. */
            kind: components["schemas"]["SeatOccupancy"];
            /** @description The level of a computer, or `bot:` and the name of a bot. */
            level?: string;
            /** @description Whether the player is present. */
            online: boolean;
            /** @description The name of the player. */
            player: string | null;
        };
        /**
         * @description The progress of a table.
         * @enum {string}
         */
        TableStatus: "open" | "running" | "over";
        /** @description The part of a stored summary that the store does not interpret. */
        TableSummary: {
            /** @description Whether a player who is away for too long loses the seat. */
            gives_way?: boolean;
            /** @description The name of the lexicon. */
            lexicon: string;
            /** @description The name of the rules. */
            rules: string;
            /** @description The title of the rules, for people. */
            rules_title: string;
            /** @description The seats. */
            seats: components["schemas"]["SeatSummary"][];
            /** @description Whether a new player may take over a seat. */
            takeover: boolean;
            /** @description What the players agree to; missing in games that were stored by older versions and are over. */
            terms?: components["schemas"]["GameTerms"];
            turn: components["schemas"]["Seat"] | null;
            /**
             * Format: int32
             * @description How many turns have ended.
             */
            turns: number;
            /** @description Who won, if the game is over. */
            winners?: components["schemas"]["Seat"][];
        };
        /**
         * @description Who finds a game.
         * @enum {string}
         */
        TableVisibility: "public" | "private";
        TallyJson: {
            /** Format: int32 */
            passes: number;
            /** Format: int32 */
            rounds: number;
            /** Format: int32 */
            scoreless: number;
        };
        /** @description A tile of a position or a play as read from JSON. Some fields may be omitted if they follow from the others. */
        TileDraft: {
            /** @description The letter. Lower case means a wild tile. */
            letter?: string | null;
            /**
             * Format: int32
             * @description The points of its face.
             */
            points?: number | null;
            /**
             * Format: int32
             * @description The number of the tile's kind.
             */
            tile?: number | null;
            /** @description Whether it is a wild tile, such as a blank. */
            wild?: boolean | null;
            /**
             * Format: int32
             * @description The column.
             */
            x: number;
            /**
             * Format: int32
             * @description The row.
             */
            y: number;
        };
        TileKindJson: {
            /** Format: int32 */
            count: number;
            faces: components["schemas"]["FaceJson"][];
            label: string;
            /** Format: int32 */
            points: number;
            /** Format: int32 */
            tile: number;
            wild: boolean;
        };
        /** @description A tile set. */
        TileSetListing: {
            /** @description The number of all tiles. */
            count: number;
            language: string;
            name: string;
            title: string;
        };
        /**
         * Format: int64
         * @description Milliseconds since 1970, by the clock of the machine that wrote it.
         */
        Timestamp: number;
        /** @description The smallest, the largest and the average of some numbers; all 0 if there are none. */
        TrialRange: {
            /** Format: double */
            average: number;
            /** Format: int32 */
            least: number;
            /** Format: int32 */
            most: number;
        };
        /** @description A draft of a game to try. */
        TrialRequest: {
            /** @description The rules file. */
            source: string;
        };
        /** @description A turn of a finished game. */
        TurnAnalysis: {
            played: components["schemas"]["TurnComparison"];
            /** @description The best turns: plays, exchanges, or a pass. */
            plays: components["schemas"]["ComparedTurn"][];
            /** @description The rack before the turn. */
            rack: string;
            seat: components["schemas"]["Seat"];
            turn: number;
        };
        TurnBody: (components["schemas"]["PlayedTurn"] & {
            /** @enum {string} */
            event: "played";
        }) | (components["schemas"]["FailedPlayTurn"] & {
            /** @enum {string} */
            event: "play-failed";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "passed";
        }) | (components["schemas"]["ExchangeTurn"] & {
            /** @enum {string} */
            event: "exchanged";
        }) | (components["schemas"]["ExchangeTurn"] & {
            /** @enum {string} */
            event: "exchange-failed";
        }) | (components["schemas"]["ChallengedJson"] & {
            /** @enum {string} */
            event: "challenged";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "accepted";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "turn-skipped";
        }) | (components["schemas"]["SeatOnlyJson"] & {
            /** @enum {string} */
            event: "timed-out";
        }) | (components["schemas"]["LeftJson"] & {
            /** @enum {string} */
            event: "left";
        }) | (components["schemas"]["EndedJson"] & {
            /** @enum {string} */
            event: "ended";
        });
        /** @description What the player did, compared with the best turn. */
        TurnComparison: components["schemas"]["ComparedTurn"] & {
            /**
             * Format: double
             * @description How much better the best turn was, in points.
             */
            lost: number | null;
            /** @description The rank among all turns, from 1; null if it was not legal, was not chosen, or is far down. */
            rank: number | null;
        };
        /** @description A turn of the list of turns: a game event without what a list does not show. */
        TurnEntry: components["schemas"]["TurnJson"] & components["schemas"]["EventNotes"];
        /** @description Plays for the turn, the best first. */
        TurnHints: {
            plays: components["schemas"]["SuggestedPlay"][];
        };
        /** @description An event as an entry of the list of turns: without the tiles that were drawn and without reasons. */
        TurnJson: components["schemas"]["TurnBody"] & {
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            seq: number;
        };
        /** @enum {string} */
        TurnTimeoutChoice: "pass" | "forfeit";
        /** @description A request to take turns back. */
        UndoRequest: {
            /** @description The seats that have agreed. */
            agreed: components["schemas"]["Seat"][];
            /** @description The seat that asks. */
            seat: components["schemas"]["Seat"];
            /** @description The last event that would stay. */
            to: components["schemas"]["Seq"];
        };
        /** @enum {string} */
        VerdictName: "withdrawn" | "stands";
        /** @description The client now watches a game. */
        WatchConfirmation: {
            /** @description The game. */
            game: string;
            /** @description The state of the game at this moment. */
            watching: components["schemas"]["WatchState"];
        };
        /** @description The state of a game when a client begins to watch. */
        WatchState: {
            /** @description The last chat line. */
            lines: components["schemas"]["LineNo"];
            /** @description Which seats are present. */
            online: boolean[];
            /** @description The last event. */
            seq: components["schemas"]["Seq"];
        };
        /** @description A word of a play with its points. Letters of wild tiles are in lower case. */
        WordJson: {
            /** @description Its direction. */
            axis: components["schemas"]["AxisName"];
            /**
             * Format: int32
             * @description Its points.
             */
            points: number;
            /** @description The word. */
            word: string;
            /**
             * Format: int32
             * @description The column of its first letter.
             */
            x: number;
            /**
             * Format: int32
             * @description The row of its first letter.
             */
            y: number;
        };
        /** @description Whether a text is a word. */
        WordLookup: {
            good: boolean;
            word: string;
        };
        /** @description What the workshop offers. */
        WorkshopInfo: {
            /** @description Every key of a rules file, in the order of its documentation. */
            keys: components["schemas"]["RuleKeyEntry"][];
            /** @description Whether this server takes rules that clients send. */
            own_rules: boolean;
            /** @description The most bytes of a rules file. */
            rules_bytes: number;
            tiles: components["schemas"]["TileSetListing"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    boards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description all boards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardList"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list: {
        parameters: {
            query?: {
                state?: "open" | "running" | "over";
                /** @description Words that the name of the game, of a player or of the rules contains. */
                q?: string;
                player?: string;
                rules?: string;
                before?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description games, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LobbyPage"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGame"];
            };
        };
        responses: {
            /** @description the game, the caller's seat and the key to it */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGame"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    view: {
        parameters: {
            query?: {
                /** @description How many turns at most, from 1 to 500. The default is 500. */
                turns?: number;
                /** @description Only turns before this event. */
                turns_before?: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the game as the caller may see it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    analysis: {
        parameters: {
            query: {
                turn: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a turn and the best plays, exchanges or a pass */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnAnalysis"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_chat: {
        parameters: {
            query?: {
                since?: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatLines"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatPost"];
            };
        };
        responses: {
            /** @description the number of the line */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatPosted"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    command: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommandRequest"];
            };
        };
        responses: {
            /** @description the last event of the command */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPosition"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    events: {
        parameters: {
            query?: {
                since?: number;
                lines?: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description server-sent events; the schema is that of their data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["GameMessageData"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    offer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a token that can be exchanged once; an earlier one becomes void */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exchange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOverRequest"];
            };
        };
        responses: {
            /** @description the seat and the new key to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatKey"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    hint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the best plays, each word once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnHints"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description the score of the play, or why it is not legal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayPreview"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    record: {
        parameters: {
            query?: {
                format?: "gcg" | "jsonl" | "cgp" | "svg" | "json";
                turn?: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the game or a position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/x-ndjson": string;
                    "image/svg+xml": string;
                    "application/json": Record<string, never>;
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the same new game, for players who ask later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGame"];
                };
            };
            /** @description a new game, for the first player who asks */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGame"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    join: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description a seat and the key to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatKey"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
                /** @description the caller's seat */
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the last event of the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPosition"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    setup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description what never changes about the game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupJson"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    squares: {
        parameters: {
            query: {
                x: number;
                y: number;
                width: number;
                height: number;
            };
            header?: never;
            path: {
                /** @description the game */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a part of the board */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SquaresJson"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    lexica: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description all lexica */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LexiconList"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    word: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the lexicon */
                name: string;
                /** @description what may be a word */
                word: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description whether it is one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WordLookup"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a WebSocket for any number of games and the lobby */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    counts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description how many games there are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LobbyCounts"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    lobby: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description server-sent events; the schema has their names as `lobby` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LobbyMessage"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_held: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldGamesRequest"];
            };
        };
        responses: {
            /** @description those games that exist and that the keys open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldGames"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    players: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description bots that are connected, then our own players, the weakest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerList"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    rules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description all rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesList"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    one_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the rules */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description rules, board and tiles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupJson"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    workshop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the keys of a rules file, the tile sets and the limits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkshopInfo"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    check_draft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GameDraft"];
            };
        };
        responses: {
            /** @description what is wrong, or the game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftReport"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    try_draft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialRequest"];
            };
        };
        responses: {
            /** @description what the games show */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftTrial"];
                };
            };
            /** @description the request is malformed: the message says where */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key is missing or unknown */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the key belongs to another seat, or an invitation is needed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description something that the request names does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request came too late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the request cannot be carried out, or the rules refuse it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description too many requests: try again after `Retry-After` seconds */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description the store cannot be reached: nothing was changed */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
