-- Rows refer to a game by its number: short, and growing, so that what is written today lies together.
-- There are no foreign keys: every write has looked the game up in the same transaction.

-- What changes with every event. Narrow, as it is written most.
CREATE TABLE games (
    number        INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
    name          TEXT    NOT NULL,
    folded        TEXT    NOT NULL,
    state         TEXT    NOT NULL,
    visibility    TEXT    NOT NULL,
    created       INTEGER NOT NULL,
    activity      INTEGER NOT NULL,
    last_seq      INTEGER NOT NULL,
    last_line     INTEGER NOT NULL,
    shown_version INTEGER NOT NULL,
    shown         TEXT    NOT NULL
) STRICT;
CREATE INDEX games_by_state ON games (state, number);

-- What never changes.
CREATE TABLE headers (
    game          INTEGER PRIMARY KEY,
    rules_version INTEGER NOT NULL,
    rules         TEXT    NOT NULL,
    lexicon       TEXT    NOT NULL,
    seats         INTEGER NOT NULL
) STRICT;

-- The log, in the order of writing; the key is a narrow index beside it.
CREATE TABLE events (
    game    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_key ON events (game, seq);

CREATE TABLE commands (
    game    INTEGER NOT NULL,
    command TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    PRIMARY KEY (game, command)
) STRICT, WITHOUT ROWID;

CREATE TABLE lines (
    game    INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT    NOT NULL,
    PRIMARY KEY (game, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    hash    TEXT    NOT NULL PRIMARY KEY,
    game    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_game ON keys (game, seat);

CREATE TABLE leases (
    duty  TEXT    NOT NULL PRIMARY KEY,
    node  TEXT    NOT NULL,
    token INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
