/** Polish: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const texts: MoreTexts = {
  mine: {
    title: "Moje gry",
    lead: "Przechowywane dzięki kluczom tej przeglądarki; nikt inny ich nie widzi.",
    none: "Nie ma jeszcze skończonej gry. Zagraj, a będzie tutaj.",
    games: "gier",
    won: "wygranych",
    average: "punktów na grę",
    best: "Najlepszy ruch",
    high: "Najlepsza gra",
    against: "Przeciw",
    list: "Skończone gry",
    save: "Zapisz plik",
    open: "Otwórz plik",
    opened: (n) => `Dodane gry: ${n}.`,
    unread: "To nie jest plik tej strony.",
    results: { won: "wygrana", lost: "przegrana", tied: "remis" },
  },
  lookUp: {
    title: "Sprawdź słowa",
    list: "Lista słów",
    word: "Słowo",
    good: (word) => `${word} jest słowem.`,
    bad: (word) => `${word} nie ma na tej liście.`,
  },
  lesson: {
    title: "Jak grać",
    step: (n, all) => `Krok ${n} z ${all}`,
    place: {
      title: "Połóż słowo",
      text: (word) =>
        `Przeciągnij płytki na planszę albo dotknij płytki, a potem pola, i ułóż ${word}. Pierwsze słowo przykrywa start na środku. Potem naciśnij „Zagraj”.`,
    },
    connect: {
      title: "Dołącz",
      text: (word) => `Każde następne słowo dotyka tego, co leży. Ułóż ${word} w dół od ostatniej litery.`,
    },
    premium: {
      title: "Kolorowe pola",
      text: (word) =>
        `Zielone podwaja słowo, niebieskie literę, dla płytek położonych na nim teraz. Zrób ${word} z pierwszego słowa.`,
    },
    blank: {
      title: "Blank",
      text: (word) =>
        `Blank jest dowolną literą i nic nie liczy. Ułóż ${word} w dół od pierwszej litery; strona zapyta, która to litera.`,
    },
    swap: {
      title: "Wymiana",
      text: "Z takimi płytkami oddaj kilka: naciśnij „Wymień”, wybierz płytki i naciśnij jeszcze raz. To kosztuje ruch.",
    },
    end: {
      title: "Koniec",
      text: (word) =>
        `Worek jest pusty. Kto położy ostatnią płytkę, kończy grę, a pozostali tracą punkty tego, co im zostało. Zrób ${word}.`,
    },
    doneTitle: "To już wszystko",
    doneText: "Pięćdziesiąt punktów więcej za siedem płytek naraz. Teraz graj.",
    again: "Jeszcze raz",
  },
};

export default texts;
