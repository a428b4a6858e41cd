/** English: the lesson, one's own games, looking up words. */

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const texts = {
  mine: {
    title: "My games",
    lead: "Kept by the keys of this browser; nobody else can see it.",
    none: "No finished game yet. Play one, and it stands here.",
    games: "games",
    won: "won",
    average: "points a game",
    best: "Best play",
    high: "Best game",
    against: "Against",
    list: "Finished games",
    save: "Save as a file",
    open: "Open a file",
    opened: (n: number) => `${several(n, "game", "games")} added.`,
    unread: "That is not a file of this page.",
    results: { won: "won", lost: "lost", tied: "tied" },
  },
  lookUp: {
    title: "Look up words",
    list: "Word list",
    word: "Word",
    good: (word: string) => `${word} is a word.`,
    bad: (word: string) => `${word} is not in this list.`,
  },
  lesson: {
    title: "How to play",
    step: (n: number, all: number) => `Step ${n} of ${all}`,
    place: {
      title: "Lay a word",
      text: (word: string) =>
        `Drag the tiles to the board, or tap a tile and then a square, and lay ${word}. The first word covers the start in the middle. Then press Play.`,
    },
    connect: {
      title: "Join what lies",
      text: (word: string) =>
        `Every later word touches one that lies, like in a crossword. Lay ${word} downwards from the last letter.`,
    },
    premium: {
      title: "Coloured squares",
      text: (word: string) =>
        `Green doubles the word, blue doubles the letter, for the tiles laid on it now. Make ${word} out of the first word.`,
    },
    blank: {
      title: "The blank",
      text: (word: string) =>
        `A blank is any letter, and counts nothing. Lay ${word} downwards from the first letter; the page asks which letter the blank is.`,
    },
    swap: {
      title: "Swap",
      text: "With such tiles, give some back: press Swap, choose tiles, and press Swap again. It costs the turn.",
    },
    end: {
      title: "The end",
      text: (word: string) =>
        `The bag is empty. Whoever plays the last tile ends the game, and the others lose the points of what they hold. Make ${word}.`,
    },
    doneTitle: "That is all there is",
    doneText: "Fifty points more if you lay seven tiles at once. Now play.",
    again: "Once more",
  },
};

export default texts;
