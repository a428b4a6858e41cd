/** Spanish. */

import type { Texts } from "./en";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const tiles = (n: number): string => several(n, "ficha", "fichas");
const points = (n: number): string => several(n, "punto", "puntos");

export const es: Texts = {
  nav: { play: "Jugar", create: "Nueva partida", settings: "Ajustes", about: "Acerca de", home: "Quixotry, inicio", skip: "Ir al contenido", main: "Menú principal" },
  home: {
    title: "Palabras cruzadas, bien jugadas.",
    lead: "Coloca palabras con amigos o contra un ordenador fuerte. Veintisiete juegos, tableros sin fin, tus propias reglas. Sin cuenta: elige un nombre y juega.",
    name: "Tu nombre", level: "Ordenador", start: "Jugar contra el ordenador", starting: "Preparando el tablero…", custom: "Nueva partida con amigos",
    open: "Abiertas", running: "En juego", over: "Terminadas", lists: "Partidas", filter: "Filtrar por nombre, jugador o reglas",
    none: { open: "Nadie espera. Empieza una partida y comparte el enlace.", running: "Ahora no se juega ninguna partida.", over: "Aún no ha terminado ninguna partida." },
    nothing: "Ninguna partida coincide.", more: "Más partidas", join: "Unirse", watch: "Mirar", replay: "Repasar", resume: "Continuar", yours: "Tus partidas", seatOpen: "sitio libre",
    turns: (n) => several(n, "turno", "turnos"), watchers: (n) => `${n} mirando`,
    points: ["Entre personas", "Comparte un enlace; nadie necesita cuenta. Las partidas siguen tras perder la conexión, en cualquier aparato.", "Contra el ordenador", "Desde los primeros pasos hasta el más fuerte, con pistas para aprender.", "Volver a mirar", "Repasa cada turno, descubre las mejores jugadas perdidas y llévate la partida en GCG o imagen."],
    loading: "Cargando partidas…", failed: "No se pudo cargar la lista de partidas.", retry: "Otra vez", anonymous: "Invitado",
  },
  create: {
    title: "Nueva partida", rules: "Reglas", board: "Tablero", boardOfRules: "según las reglas", seats: "Sitios", you: "Tú", human: "Sitio libre", computer: "Ordenador",
    seat: (n) => `Sitio ${n}`, add: "Añadir un sitio", remove: (n) => `Quitar el sitio ${n}`,
    clock: "Reloj", clockOff: "Sin reloj", clockGame: "Tiempo para toda la partida", clockTurn: "Tiempo por turno",
    minutes: "Minutos cada uno", increment: "Segundos añadidos por turno", seconds: "Segundos por turno", then: "Al acabarse el tiempo", thenPass: "pasa el turno", thenForfeit: "se pierde la partida",
    racks: "Atriles", racksClosed: "ocultos", racksOpen: "a la vista", byRules: "según las reglas", challenge: "Palabras malas",
    challenges: { void: "se rechazan al momento", single: "valen hasta que se impugnan, sin castigo", double: "impugnar mal cuesta un turno", "five-point": "cinco puntos por palabra buena impugnada", "ten-point": "diez puntos por palabra buena impugnada", triple: "impugnar mal pierde la partida" },
    visibility: "Quién puede verla", public: "todos", private: "quien tenga el enlace", hints: "Se permiten pistas", undo: "Se pueden deshacer turnos", takeover: "Se puede ocupar el sitio de un ordenador",
    name: "Nombre de la partida", more: "Más opciones", start: "Empezar la partida", lexicon: "Lista de palabras",
    tooMany: (most) => `Estas reglas admiten como mucho ${most} sitios.`, tooFew: (fewest) => `Estas reglas piden al menos ${fewest} sitios.`,
    loading: "Cargando las reglas…", words: (n) => `${n} palabras`, endless: "sin fin",
  },
  settings: {
    title: "Ajustes", name: "Tu nombre", nameHint: "Lo ven los demás en la mesa.", theme: "Colores", auto: "como el sistema", light: "claros", dark: "oscuros",
    sound: "Sonidos", on: "sí", off: "no", language: "Idioma", languageAuto: "como el navegador", motion: "Movimiento", motionAuto: "como el sistema", motionLess: "reducido",
    saved: "Todo se guarda solo en este navegador.", coords: "Letras y números al borde del tablero",
  },
  about: {
    title: "Acerca de Quixotry", lead: "Quixotry es un solo programa para juegos de palabras cruzadas: esta página, un terminal, un servidor, robots y una biblioteca, todos con las mismas reglas.",
    keysTitle: "Teclas",
    keys: [["Flechas", "moverse por el tablero"], ["Espacio", "cambiar la dirección"], ["Letras", "poner fichas; con Mayús, un comodín"], ["Retroceso", "recoger la última ficha"], ["Intro", "jugar"], ["Escape", "todas las fichas al atril"]],
    mouse: "Con ratón o dedo: arrastra fichas, o toca una ficha y luego una casilla. Toca una casilla vacía para escribir desde ahí, otra vez para girar. En tableros grandes arrastra el tablero y haz zoom con la rueda o dos dedos.",
    premiums: "Casillas con premio", links: "Para programas", api: "API HTTP", source: "Los mismos juegos en el terminal: quixotry play.", privacy: "La página habla solo con su servidor y guarda nombre, ajustes y sitios en este navegador.",
  },
  game: {
    loading: "Preparando el tablero…", gone: "Esa partida no existe.", board: "Tablero", rack: "Tu atril", turns: "Turnos", chat: "Charla", unseen: "Sin ver", more: "Más", details: "Reglas",
    yourTurn: "Te toca", turnOf: (who) => `Le toca a ${who}`, thinking: (who) => `${who} está pensando…`,
    you: "tú", waiting: "Esperando jugadores", waitingFor: (n) => `${n === 1 ? "Falta 1 jugador" : `Faltan ${n} jugadores`}. Comparte el enlace:`,
    bag: (n) => `${n} en la bolsa`,
    play: "Jugar", playFor: (n) => `Jugar ${n}`, recall: "Recoger", shuffle: "Mezclar", swap: "Cambiar", pass: "Pasar", resign: "Rendirse", hint: "Pista", undo: "Deshacer", rematch: "Otra vez", challenge: "Impugnar", accept: "Aceptar",
    swapNow: (n) => `Cambiar ${n}`, swapHint: "Elige las fichas que cambias.", cancel: "Cancelar", close: "Cerrar",
    noneLaid: "Pon primero fichas en el tablero.", noneChosen: "Elige fichas para cambiar.", passSure: "¿Pasar este turno?", resignSure: "¿Rendirte en esta partida?", resignText: "Los demás ganan o siguen sin ti.",
    blank: "¿Qué letra es?", blankText: "El comodín vale por la letra que elijas.", doubt: "¿Qué palabras impugnas?", doubtNone: "Elige al menos una palabra.",
    hints: "Mejores jugadas", hintsNone: "No hay jugada posible. Cambia o pasa.",
    undoAsked: (who) => `${who} pide deshacer el último turno.`, undoWaiting: "Se pregunta a los demás.", agree: "De acuerdo", decline: "Rechazar", undone: "Se deshizo el último turno.", declined: (who) => `${who} prefiere seguir.`,
    legal: points, checking: "…",
    invited: "Enlace copiado.", copyLink: "Copiar enlace", gcg: "Archivo GCG", svg: "Imagen (SVG)", png: "Imagen (PNG)",
    join: "Tomar sitio", joinSeat: (n) => `Tomar el sitio ${n}`, takeover: (who) => `Tomar el sitio de ${who}`, yourName: "Tu nombre", leave: "Dejar la partida",
    sound: "Sonidos", zoomIn: "Acercar", zoomOut: "Alejar", fit: "Todo el tablero", placed: "en el tablero", points,
    connection: { lost: "Conexión perdida. Reintentando…", back: "Conectado de nuevo, sin perder nada." },
    offline: "ausente", values: "Valor de las letras", unseenHint: "En la bolsa y en los otros atriles", vowels: (v, c) => `${several(v, "vocal", "vocales")}, ${several(c, "consonante", "consonantes")}`,
    say: "Di algo", send: "Enviar", chatEmpty: "Saluda.", chatWatch: "Solo charlan los jugadores.", turnsEmpty: "Aún no hay turnos.",
    first: "Primer turno", previous: "Un turno atrás", next: "Un turno adelante", latest: "Último turno", playback: "Reproducir", pause: "Pausa", turnNo: (n, all) => `Turno ${n} de ${all}`, replaying: "Estás viendo un turno anterior.", backLive: "Volver a ahora",
    plot: "Puntos por turno", analysis: "Análisis", analysing: "Buscando las mejores jugadas…", bestPlays: "Mejores jugadas", played: "jugada", lost: (n) => `${n} menos que la mejor`, best: "La mejor jugada.", analysisNone: "Elige un turno para ver sus mejores jugadas.", analysisPlay: "No hay nada que buscar en este turno.",
    actions: "Acciones", players: "Jugadores", clock: "Tiempo", message: "Mensaje", replay: "Repasar",
    showBoard: "Ver el tablero", equity: "valor", score: "puntos",
  },
  square: {
    hole: "sin casilla", empty: "vacía", word2: "doble palabra", word3: "triple palabra", letter2: "doble letra", letter3: "triple letra",
    word: (n) => `palabra por ${n}`, letter: (n) => `letra por ${n}`, blank: (letter) => `${letter}, comodín`, draft: "sin jugar aún", isStart: "salida", typing: { across: "escritura horizontal", down: "escritura vertical" },
  },
  event: {
    played: (who, words, score) => `${who} juega ${words} por ${score}.`, youPlayed: (words, score) => `Juegas ${words} por ${score}.`, failed: (who) => `La jugada de ${who} no valió.`, passed: (who) => `${who} pasa.`, exchanged: (who, n) => `${who} cambia ${tiles(n)}.`, exchangeFailed: (who) => `${who} no pudo cambiar.`,
    withdrawn: (who, of) => `${who} impugna y ${of} retira la jugada.`, stands: (who, of) => `${who} impugna, pero la jugada de ${of} vale.`, accepted: (who) => `${who} acepta la jugada.`, skipped: (who) => `${who} pierde un turno.`, timedOut: (who) => `Se acabó el tiempo de ${who}.`, left: (who) => `${who} se fue.`, leftComputer: (who) => `${who} se fue; sigue un ordenador.`, resigned: (who) => `${who} se rinde.`, joined: (who) => `${who} se une.`, vacated: (who) => `${who} dejó el sitio.`,
    started: "Empieza la partida.", ended: "La partida ha terminado.", rematch: "Hay una partida nueva.",
  },
  turn: { passed: "pasa", exchanged: (n) => `cambia ${n}`, "play-failed": "jugada fallida", "exchange-failed": "cambio fallido", withdrawn: "retirada", stands: "impugnación fallida", "timed-out": "sin tiempo", "turn-skipped": "turno perdido", left: "se fue", accepted: "aceptada", settled: "fichas sobrantes" },
  over: {
    wins: (who) => `¡Gana ${who}!`, youWin: "¡Ganas!", tie: (who) => `¡Ganan ${who}!`, and: "y", nobody: "No gana nadie.",
    causes: { "went-out": "Se jugaron todas las fichas.", forfeit: "Alguien se rindió.", passes: "Todos pasaron.", scoreless: "Demasiados turnos sin puntos.", rounds: "Demasiadas rondas de pases.", "last-one-left": "Los demás se fueron." }, review: "Ver las mejores jugadas",
  },
  refused: {
    "not-in-line": "Las fichas deben estar en una fila o columna.", gap: "Hay un hueco entre las fichas.", "off-board": "Eso está fuera del tablero.", "not-adjacent": "La jugada debe tocar una ficha puesta.", "not-on-start": "La primera palabra debe cubrir la salida.", "no-word": "Eso no forma ninguna palabra.", "empty-play": "Pon primero fichas en el tablero.", "same-square": "Dos fichas no caben en una casilla.", hole: "Ahí no hay casilla.", occupied: "Ahí ya hay una ficha.", "exchange-forbidden": "En estas reglas no se cambia.", "exchanges-used-up": "No te quedan cambios.", "not-your-turn": "No te toca.", "game-over": "La partida ha terminado.", "not-started": "La partida no ha empezado.", "answer-first": "Acepta o impugna primero la última jugada.", "nothing-to-challenge": "No hay nada que impugnar.", "no-challenges": "En estas reglas no se impugna.", "already-answered": "Ya has respondido.", "time-is-up": "Se acabó tu tiempo.", "cross-word": "Estas reglas no admiten palabras cruzadas.", "wild-for-own-letter": "El comodín no puede ser una letra que tienes.",
  },
  refusedWith: { "not-a-word": (words) => `${words}: no está en la lista.`, "opening-too-short": (n) => `La primera palabra pide al menos ${n} fichas.`, "bag-too-small": (n) => `Para cambiar hacen falta ${n} fichas en la bolsa.`, "not-on-rack": (label) => `No tienes ${label}.` },
  error: { offline: "No se llega al servidor. No se ha perdido nada; prueba otra vez.", stale: "La partida siguió entretanto. Mira otra vez.", "seat-taken": "Ese sitio se acaba de ocupar.", "table-full": "Ya no quedan sitios.", "name-taken": "Alguien en la mesa ya se llama así.", forbidden: "Eso no está permitido.", "unknown-key": "Este sitio es de otra persona.", unavailable: "El servidor está ocupado. Prueba en un momento.", "no-such-game": "Esa partida no existe.", limited: "Demasiado rápido. Prueba en un momento." },
  lost: { title: "Aquí no hay nada", text: "No hay página con esta dirección.", home: "A las partidas" },
};
