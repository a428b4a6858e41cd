/** German: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const texts: MoreTexts = {
  mine: {
    title: "Meine Spiele",
    lead: "Aufgehoben mit den Schlüsseln dieses Browsers; niemand sonst sieht es.",
    none: "Noch kein beendetes Spiel. Spiele eines, dann steht es hier.",
    games: "Spiele",
    won: "gewonnen",
    average: "Punkte pro Spiel",
    best: "Bester Zug",
    high: "Bestes Spiel",
    against: "Gegen",
    list: "Beendete Spiele",
    save: "Als Datei sichern",
    open: "Datei öffnen",
    opened: (n) => `${several(n, "Spiel", "Spiele")} hinzugefügt.`,
    unread: "Das ist keine Datei dieser Seite.",
    results: { won: "gewonnen", lost: "verloren", tied: "unentschieden" },
  },
  lookUp: {
    title: "Wörter nachschlagen",
    list: "Wortliste",
    word: "Wort",
    good: (word) => `${word} ist ein Wort.`,
    bad: (word) => `${word} steht nicht in dieser Liste.`,
  },
  lesson: {
    title: "So wird gespielt",
    step: (n, all) => `Schritt ${n} von ${all}`,
    place: {
      title: "Ein Wort legen",
      text: (word) =>
        `Ziehe die Steine aufs Brett, oder tippe auf einen Stein und dann auf ein Feld, und lege ${word}. Das erste Wort bedeckt das Startfeld in der Mitte. Dann drücke „Legen“.`,
    },
    connect: {
      title: "Anlegen",
      text: (word) =>
        `Jedes weitere Wort berührt eines, das liegt, wie im Kreuzworträtsel. Lege ${word} vom letzten Buchstaben aus nach unten.`,
    },
    premium: {
      title: "Farbige Felder",
      text: (word) =>
        `Grün verdoppelt das Wort, Blau den Buchstaben, für die Steine, die gerade darauf gelegt werden. Mache aus dem ersten Wort ${word}.`,
    },
    blank: {
      title: "Der Blankostein",
      text: (word) =>
        `Ein Blankostein ist jeder Buchstabe und zählt nichts. Lege ${word} vom ersten Buchstaben aus nach unten; die Seite fragt, welcher Buchstabe er ist.`,
    },
    swap: {
      title: "Tauschen",
      text: "Mit solchen Steinen gib einige zurück: Drücke „Tauschen“, wähle Steine und drücke noch einmal. Das kostet den Zug.",
    },
    end: {
      title: "Das Ende",
      text: (word) =>
        `Der Beutel ist leer. Wer den letzten Stein legt, beendet das Spiel, und die anderen verlieren die Punkte dessen, was sie noch haben. Mache ${word}.`,
    },
    doneTitle: "Das ist alles",
    doneText: "Fünfzig Punkte mehr, wenn du sieben Steine auf einmal legst. Jetzt spiele.",
    again: "Noch einmal",
  },
};

export default texts;
