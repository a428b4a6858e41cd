/** Danish: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const texts: MoreTexts = {
  mine: {
    title: "Mine spil",
    lead: "Gemt med denne browsers nøgler; ingen andre kan se det.",
    none: "Intet afsluttet spil endnu. Spil et, så står det her.",
    games: "spil",
    won: "vundet",
    average: "point pr. spil",
    best: "Bedste træk",
    high: "Bedste spil",
    against: "Mod",
    list: "Afsluttede spil",
    save: "Gem som fil",
    open: "Åbn en fil",
    opened: (n) => `${n} spil tilføjet.`,
    unread: "Det er ikke en fil fra denne side.",
    results: { won: "vundet", lost: "tabt", tied: "uafgjort" },
  },
  lookUp: {
    title: "Slå ord op",
    list: "Ordliste",
    word: "Ord",
    good: (word) => `${word} er et ord.`,
    bad: (word) => `${word} står ikke i denne liste.`,
  },
  lesson: {
    title: "Sådan spiller du",
    step: (n, all) => `Trin ${n} af ${all}`,
    place: {
      title: "Læg et ord",
      text: (word) =>
        `Træk brikkerne ud på brættet, eller tryk på en brik og så på et felt, og læg ${word}. Det første ord dækker starten i midten. Tryk så på Læg.`,
    },
    connect: {
      title: "Byg videre",
      text: (word) => `Hvert nyt ord rører et, der ligger. Læg ${word} nedad fra det sidste bogstav.`,
    },
    premium: {
      title: "Farvede felter",
      text: (word) =>
        `Grøn fordobler ordet, blå bogstavet, for de brikker, der lægges der nu. Lav ${word} af det første ord.`,
    },
    blank: {
      title: "Den blanke",
      text: (word) =>
        `En blank er ethvert bogstav og tæller intet. Læg ${word} nedad fra det første bogstav; siden spørger, hvilket bogstav den er.`,
    },
    swap: {
      title: "Byt",
      text: "Med sådanne brikker giver du nogle tilbage: tryk på Byt, vælg brikker, og tryk igen. Det koster turen.",
    },
    end: {
      title: "Slutningen",
      text: (word) =>
        `Posen er tom. Den, der lægger den sidste brik, slutter spillet, og de andre mister pointene for det, de har. Lav ${word}.`,
    },
    doneTitle: "Det er det hele",
    doneText: "Halvtreds point ekstra, hvis du lægger syv brikker på én gang. Spil nu.",
    again: "En gang til",
  },
};

export default texts;
