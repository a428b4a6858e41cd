-- The id that the sender gave to a chat line, so that a line that is sent again is stored once.
ALTER TABLE lines ADD COLUMN command TEXT;
CREATE UNIQUE INDEX lines_by_command ON lines (game, command) WHERE command IS NOT NULL;
