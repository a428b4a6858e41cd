/** Portuguese: the lesson, one's own games, looking up words. */

import type { MoreTexts } from "..";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const texts: MoreTexts = {
  mine: {
    title: "As minhas partidas",
    lead: "Guardadas pelas chaves deste navegador; mais ninguém as vê.",
    none: "Ainda não há partidas terminadas. Jogue uma e ficará aqui.",
    games: "partidas",
    won: "ganhas",
    average: "pontos por partida",
    best: "Melhor jogada",
    high: "Melhor partida",
    against: "Contra",
    list: "Partidas terminadas",
    save: "Guardar um ficheiro",
    open: "Abrir um ficheiro",
    opened: (n) => `${several(n, "partida acrescentada", "partidas acrescentadas")}.`,
    unread: "Não é um ficheiro desta página.",
    results: { won: "ganha", lost: "perdida", tied: "empatada" },
  },
  lookUp: {
    title: "Procurar palavras",
    list: "Lista de palavras",
    word: "Palavra",
    good: (word) => `${word} é uma palavra.`,
    bad: (word) => `${word} não está nesta lista.`,
  },
  lesson: {
    title: "Como se joga",
    step: (n, all) => `Passo ${n} de ${all}`,
    place: {
      title: "Formar uma palavra",
      text: (word) =>
        `Arraste as peças para o tabuleiro, ou toque numa peça e depois numa casa, e forme ${word}. A primeira palavra cobre o início no meio. Depois carregue em Jogar.`,
    },
    connect: {
      title: "Ligar",
      text: (word) =>
        `Cada palavra seguinte toca numa que já lá está. Forme ${word} para baixo a partir da última letra.`,
    },
    premium: {
      title: "Casas de cor",
      text: (word) =>
        `O verde duplica a palavra, o azul a letra, para as peças que se põem agora. Faça ${word} com a primeira palavra.`,
    },
    blank: {
      title: "A peça em branco",
      text: (word) =>
        `Uma peça em branco é qualquer letra e não conta nada. Forme ${word} para baixo a partir da primeira letra; a página pergunta que letra é.`,
    },
    swap: {
      title: "Trocar",
      text: "Com peças assim, devolva algumas: carregue em Trocar, escolha peças e carregue outra vez. Custa a vez.",
    },
    end: {
      title: "O fim",
      text: (word) =>
        `O saco está vazio. Quem põe a última peça termina a partida, e os outros perdem os pontos do que lhes resta. Faça ${word}.`,
    },
    doneTitle: "É tudo",
    doneText: "Mais cinquenta pontos se puser sete peças de uma vez. Agora jogue.",
    again: "Outra vez",
  },
};

export default texts;
