/** Dutch: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const texts: MoreTexts = {
  mine: {
    title: "Mijn spellen",
    lead: "Bewaard met de sleutels van deze browser; niemand anders ziet het.",
    none: "Nog geen afgelopen spel. Speel er een, dan staat het hier.",
    games: "spellen",
    won: "gewonnen",
    average: "punten per spel",
    best: "Beste zet",
    high: "Beste spel",
    against: "Tegen",
    list: "Afgelopen spellen",
    save: "Als bestand bewaren",
    open: "Bestand openen",
    opened: (n) => `${several(n, "spel", "spellen")} toegevoegd.`,
    unread: "Dat is geen bestand van deze pagina.",
    results: { won: "gewonnen", lost: "verloren", tied: "gelijk" },
  },
  lookUp: {
    title: "Woorden opzoeken",
    list: "Woordenlijst",
    word: "Woord",
    good: (word) => `${word} is een woord.`,
    bad: (word) => `${word} staat niet in deze lijst.`,
  },
  lesson: {
    title: "Zo wordt gespeeld",
    step: (n, all) => `Stap ${n} van ${all}`,
    place: {
      title: "Een woord leggen",
      text: (word) =>
        `Sleep de letters naar het bord, of tik op een letter en dan op een vakje, en leg ${word}. Het eerste woord ligt over de start in het midden. Druk dan op Leg.`,
    },
    connect: {
      title: "Aanleggen",
      text: (word) => `Elk volgend woord raakt een woord dat er ligt. Leg ${word} omlaag vanaf de laatste letter.`,
    },
    premium: {
      title: "Gekleurde vakjes",
      text: (word) =>
        `Groen verdubbelt het woord, blauw de letter, voor de letters die er nu op worden gelegd. Maak ${word} van het eerste woord.`,
    },
    blank: {
      title: "De blanco",
      text: (word) =>
        `Een blanco is elke letter en telt niets. Leg ${word} omlaag vanaf de eerste letter; de pagina vraagt welke letter het is.`,
    },
    swap: {
      title: "Wisselen",
      text: "Met zulke letters geef je er een paar terug: druk op Wisselen, kies letters en druk nog eens. Het kost de beurt.",
    },
    end: {
      title: "Het einde",
      text: (word) =>
        `De zak is leeg. Wie de laatste letter legt, beëindigt het spel, en de anderen verliezen de punten van wat ze nog hebben. Maak ${word}.`,
    },
    doneTitle: "Dat is alles",
    doneText: "Vijftig punten extra als je zeven letters tegelijk legt. Speel nu.",
    again: "Nog een keer",
  },
};

export default texts;
