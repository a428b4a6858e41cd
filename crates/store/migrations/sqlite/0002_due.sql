-- When a game has something to do by itself: a computer moves, a clock falls, somebody has not come back.
-- The largest number stands for never.
ALTER TABLE games ADD COLUMN due INTEGER NOT NULL DEFAULT 9223372036854775807;
CREATE INDEX games_by_due ON games (due) WHERE due < 9223372036854775807;
