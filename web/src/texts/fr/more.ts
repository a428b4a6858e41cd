/** French: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const several = (n: number, one: string, many: string): string => `${n} ${Math.abs(n) < 2 ? one : many}`;

const texts: MoreTexts = {
  mine: {
    title: "Mes parties",
    lead: "Gardées par les clés de ce navigateur ; personne d’autre ne les voit.",
    none: "Aucune partie finie. Jouez-en une, elle sera ici.",
    games: "parties",
    won: "gagnées",
    average: "points par partie",
    best: "Meilleur coup",
    high: "Meilleure partie",
    against: "Contre",
    list: "Parties finies",
    save: "Enregistrer un fichier",
    open: "Ouvrir un fichier",
    opened: (n) => `${several(n, "partie ajoutée", "parties ajoutées")}.`,
    unread: "Ce n’est pas un fichier de cette page.",
    results: { won: "gagnée", lost: "perdue", tied: "à égalité" },
  },
  lookUp: {
    title: "Chercher un mot",
    list: "Liste de mots",
    word: "Mot",
    good: (word) => `${word} est un mot.`,
    bad: (word) => `${word} n’est pas dans cette liste.`,
  },
  lesson: {
    title: "Comment jouer",
    step: (n, all) => `Étape ${n} sur ${all}`,
    place: {
      title: "Poser un mot",
      text: (word) =>
        `Faites glisser les jetons sur le plateau, ou touchez un jeton puis une case, et posez ${word}. Le premier mot couvre le départ au milieu. Appuyez ensuite sur « Jouer ».`,
    },
    connect: {
      title: "S’appuyer",
      text: (word) =>
        `Chaque mot suivant touche un mot déjà posé. Posez ${word} vers le bas depuis la dernière lettre.`,
    },
    premium: {
      title: "Cases de couleur",
      text: (word) =>
        `Le vert double le mot, le bleu double la lettre, pour les jetons qu’on vient d’y poser. Faites ${word} à partir du premier mot.`,
    },
    blank: {
      title: "Le joker",
      text: (word) =>
        `Un joker est n’importe quelle lettre et ne compte rien. Posez ${word} vers le bas depuis la première lettre ; la page demande quelle lettre il est.`,
    },
    swap: {
      title: "Échanger",
      text: "Avec de tels jetons, rendez-en : appuyez sur « Échanger », choisissez des jetons, appuyez encore. Cela coûte le tour.",
    },
    end: {
      title: "La fin",
      text: (word) =>
        `Le sac est vide. Qui pose le dernier jeton finit la partie, et les autres perdent les points de ce qu’ils gardent. Faites ${word}.`,
    },
    doneTitle: "C’est tout",
    doneText: "Cinquante points de plus pour sept jetons d’un coup. À vous de jouer.",
    again: "Encore une fois",
  },
};

export default texts;
