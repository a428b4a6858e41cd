-- Rows refer to a game by its number, which is short.
-- There are no foreign keys: every write has looked the game up, and locked it, in the same transaction.

CREATE SEQUENCE game_numbers;

-- What changes with every event. Narrow, as it is written most; the space left free lets a page keep its rows.
CREATE TABLE games (
    number        BIGINT PRIMARY KEY,
    id            TEXT   NOT NULL UNIQUE,
    name          TEXT   NOT NULL,
    folded        TEXT   NOT NULL,
    state         TEXT   NOT NULL,
    visibility    TEXT   NOT NULL,
    created       BIGINT NOT NULL,
    activity      BIGINT NOT NULL,
    last_seq      BIGINT NOT NULL,
    last_line     BIGINT NOT NULL,
    shown_version BIGINT NOT NULL,
    shown         TEXT   NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX games_by_state ON games (state, number);

-- What never changes.
CREATE TABLE headers (
    game          BIGINT PRIMARY KEY,
    rules_version BIGINT NOT NULL,
    rules         TEXT   NOT NULL,
    lexicon       TEXT   NOT NULL,
    seats         BIGINT NOT NULL
);

CREATE TABLE events (
    game    BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    version BIGINT NOT NULL,
    payload TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE commands (
    game    BIGINT NOT NULL,
    command TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    PRIMARY KEY (game, command)
);

CREATE TABLE lines (
    game    BIGINT NOT NULL,
    line    BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    version BIGINT NOT NULL,
    payload TEXT   NOT NULL,
    PRIMARY KEY (game, line)
);

CREATE TABLE keys (
    hash    TEXT   PRIMARY KEY,
    game    BIGINT NOT NULL,
    seat    BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX keys_by_game ON keys (game, seat);

CREATE TABLE leases (
    duty  TEXT   PRIMARY KEY,
    node  TEXT   NOT NULL,
    token BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- One row for each batch that was committed: which games changed. Other nodes read it; old rows are removed.
CREATE TABLE notices (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node TEXT        NOT NULL,
    at   TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    body TEXT        NOT NULL
);
