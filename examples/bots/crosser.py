#!/usr/bin/env python3
"""A bot in one file: of all plays that cross a word on the board, it makes the one with the most points.
Run it with quixotry arena greedy 'cmd:python3 examples/bots/crosser.py', or with a host and a port as arguments."""
import itertools, json, re, socket, sys

reader, writer = sys.stdin, sys.stdout
if len(sys.argv) == 3:
    reader = writer = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw", encoding="utf-8")


def say(message):
    print(json.dumps(message), file=writer, flush=True)


class Game:
    def __init__(self, start):
        self.setting, self.board, self.last, self.words = start["setting"], {}, [], {}
        self.may_cross = not re.search(r'^cross *= *"forbidden"', self.setting["rules"]["source"], re.M)
        cells = self.setting["board"]["cells"]
        (left, top), rows = cells["min"], cells["rows"]
        self.squares = {(left + x, top + y) for y, row in enumerate(rows) for x, id in enumerate(row) if id != None}

    def learn(self, words):
        letters = {letter for faces in self.setting["tiles"].values() for letter, _ in faces if len(letter) > 1}
        self.good = {word for word in words if not re.search("|".join(letters), word)} if letters else set(words)
        for word in self.good:
            self.words.setdefault("".join(sorted(word)), []).append(word)

    def across(self, at, step, letter):
        """The word that a letter makes across the play."""
        def read(way):
            places = ((at[0] + way * n * step[1], at[1] + way * n * step[0]) for n in itertools.count(1))
            return [self.board[place] for place in itertools.takewhile(self.board.__contains__, places)]
        word = "".join(read(-1)[::-1] + [letter] + read(1))
        return word if len(word) > 1 else None

    def fits(self, word, start, step, crossed):
        """The tiles of a word at a place, or None if it does not fit there."""
        line = [(start[0] + step[0] * n, start[1] + step[1] * n) for n in range(-1, len(word) + 1)]
        places, taken = line[1:-1], [place for place in line if place in self.board and place != crossed]
        if taken or not self.squares.issuperset(places):
            return None
        laid = [(place, letter) for place, letter in zip(places, word) if place != crossed]
        made = [self.across(place, step, letter) for place, letter in laid]
        return laid if all(word is None or self.may_cross and word in self.good for word in made) else None

    def choose(self, hand):
        held = [(self.setting["tiles"][str(id)], id) for id, count in hand for _ in range(count)]
        tiles = [(*faces[0], id) for faces, id in held if len(faces) == 1 and len(faces[0][0]) == 1]
        crossings, best, play = list(self.board.items()) or [(None, "")], -1, None
        for subset in sorted({tuple(sorted(s)) for n in range(1, 8) for s in itertools.combinations(tiles, n)}):
            value = sum(points for _, points, _ in subset) + 50 * (len(subset) == self.setting["rack"])
            if value <= best:
                continue
            for place, letter in crossings:
                for word in self.words.get("".join(sorted([tile[0] for tile in subset] + [letter])), []):
                    if laid := self.place(word, place, letter):
                        best, play = value, self.with_tiles(laid, list(subset))
        return play

    def place(self, word, place, letter):
        if place is None:
            return self.fits(word, self.setting["board"]["center"], (1, 0), None) if len(word) > 1 else None
        for at, step in itertools.product((n for n, found in enumerate(word) if found == letter), ((1, 0), (0, 1))):
            if laid := self.fits(word, (place[0] - step[0] * at, place[1] - step[1] * at), step, place):
                return laid

    def with_tiles(self, laid, tiles):
        take = lambda letter: tiles.pop(next(n for n, tile in enumerate(tiles) if tile[0] == letter))
        return [[place, [id, [letter, points]]] for place, letter in laid for _, points, id in [take(letter)]]

    def see(self, happened):
        if tiles := happened.get("CMPlayed", [0, []])[1] + happened.get("CMPlaySuccess", [[]])[0]:
            self.last = [(tuple(place), letter) for place, (_, (letter, _)) in tiles]
            self.board.update(self.last)
        if happened.get("CMChallenge", [None])[-1] == "Withdrawn":
            self.board = {place: letter for place, letter in self.board.items() if (place, letter) not in self.last}


game, known, asked = None, {}, None
say({"hello": {"protocol": 1, "name": "crosser"}})
for line in map(json.loads, reader):
    if "start" in line:
        game, asked = Game(line["start"]), None
        hash = game.setting["lexicon"]["hash"]
        game.learn(known[hash]) if hash in known else say({"words": hash})
    elif "words" in line:
        known[line["words"]["hash"]] = line["words"]["words"]
        game.learn(line["words"]["words"])
    elif "ping" in line:
        say({"pong": line["ping"]})
    elif "your_turn" in line:
        asked = line
    elif "RCM" in line:
        game.see(line["RCM"])
    if asked and game.words:
        play = None if asked["your_turn"].get("last") else game.choose(asked["your_turn"]["hand"])
        say({"game": asked["game"], "turn": asked["turn"], "SM": {"SMPlay": play} if play else "SMPass"})
        asked = None
