/** Spanish: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const texts: MoreTexts = {
  mine: {
    title: "Mis partidas",
    lead: "Guardadas con las claves de este navegador; nadie más las ve.",
    none: "Aún no hay ninguna partida terminada. Juega una y estará aquí.",
    games: "partidas",
    won: "ganadas",
    average: "puntos por partida",
    best: "Mejor jugada",
    high: "Mejor partida",
    against: "Contra",
    list: "Partidas terminadas",
    save: "Guardar un archivo",
    open: "Abrir un archivo",
    opened: (n) => `${several(n, "partida añadida", "partidas añadidas")}.`,
    unread: "No es un archivo de esta página.",
    results: { won: "ganada", lost: "perdida", tied: "empatada" },
  },
  lookUp: {
    title: "Buscar palabras",
    list: "Lista de palabras",
    word: "Palabra",
    good: (word) => `${word} es una palabra.`,
    bad: (word) => `${word} no está en esta lista.`,
  },
  lesson: {
    title: "Cómo se juega",
    step: (n, all) => `Paso ${n} de ${all}`,
    place: {
      title: "Poner una palabra",
      text: (word) =>
        `Arrastra las fichas al tablero, o toca una ficha y luego una casilla, y pon ${word}. La primera palabra cubre la salida del centro. Luego pulsa «Jugar».`,
    },
    connect: {
      title: "Enlazar",
      text: (word) =>
        `Cada palabra siguiente toca una que ya está puesta. Pon ${word} hacia abajo desde la última letra.`,
    },
    premium: {
      title: "Casillas de color",
      text: (word) =>
        `El verde dobla la palabra, el azul la letra, para las fichas que se ponen ahora. Haz ${word} con la primera palabra.`,
    },
    blank: {
      title: "El comodín",
      text: (word) =>
        `Un comodín es cualquier letra y no cuenta nada. Pon ${word} hacia abajo desde la primera letra; la página pregunta qué letra es.`,
    },
    swap: {
      title: "Cambiar",
      text: "Con fichas así, devuelve algunas: pulsa «Cambiar», elige fichas y pulsa otra vez. Cuesta el turno.",
    },
    end: {
      title: "El final",
      text: (word) =>
        `La bolsa está vacía. Quien pone la última ficha termina la partida, y los demás pierden los puntos de lo que les queda. Haz ${word}.`,
    },
    doneTitle: "Eso es todo",
    doneText: "Cincuenta puntos más si pones siete fichas de una vez. Ahora, a jugar.",
    again: "Repetir",
  },
};

export default texts;
