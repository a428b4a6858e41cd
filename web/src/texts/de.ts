/** German. */

import type { Texts } from "./en";

const several = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const tiles = (n: number): string => several(n, "Stein", "Steine");
const points = (n: number): string => several(n, "Punkt", "Punkte");

export const de: Texts = {
  nav: { play: "Spielen", create: "Neues Spiel", settings: "Einstellungen", about: "Über", home: "Quixotry, Startseite", skip: "Zum Inhalt", main: "Hauptmenü" },
  home: {
    title: "Kreuzwortspiele, gut gespielt.",
    lead: "Lege Wörter mit Freunden oder gegen einen starken Computer. Siebenundzwanzig Spiele, Bretter ohne Ende, eigene Regeln. Kein Konto: Namen wählen und spielen.",
    name: "Dein Name", level: "Computer", start: "Gegen den Computer", starting: "Das Brett wird gelegt…", custom: "Neues Spiel mit Freunden",
    open: "Offen", running: "Laufend", over: "Beendet", lists: "Spiele", filter: "Nach Name, Spieler oder Regeln filtern",
    none: { open: "Niemand wartet. Beginne ein Spiel und teile den Link.", running: "Gerade wird nicht gespielt.", over: "Noch kein Spiel ist zu Ende." },
    nothing: "Kein Spiel passt zum Filter.", more: "Mehr Spiele", join: "Mitspielen", watch: "Zusehen", replay: "Nachspielen", resume: "Weiterspielen", yours: "Deine Spiele", seatOpen: "freier Platz",
    turns: (n) => several(n, "Zug", "Züge"), watchers: (n) => `${n} sehen zu`,
    points: ["Gegen Menschen", "Teile einen Link, niemand braucht ein Konto. Spiele gehen nach einer Unterbrechung weiter, auf jedem Gerät.", "Gegen den Computer", "Stufen vom ersten Versuch bis zum stärksten, mit Tipps beim Lernen.", "Noch einmal ansehen", "Jeden Zug nachspielen, die besten verpassten Züge sehen, das Spiel als GCG oder Bild mitnehmen."],
    loading: "Spiele werden geladen…", failed: "Die Liste der Spiele ließ sich nicht laden.", retry: "Noch einmal", anonymous: "Gast",
  },
  create: {
    title: "Neues Spiel", rules: "Regeln", board: "Brett", boardOfRules: "wie die Regeln sagen", seats: "Plätze", you: "Du", human: "Freier Platz", computer: "Computer",
    seat: (n) => `Platz ${n}`, add: "Platz dazu", remove: (n) => `Platz ${n} weg`,
    clock: "Uhr", clockOff: "Keine Uhr", clockGame: "Zeit für das ganze Spiel", clockTurn: "Zeit für jeden Zug",
    minutes: "Minuten für jeden", increment: "Sekunden dazu je Zug", seconds: "Sekunden je Zug", then: "Wenn die Zeit um ist", thenPass: "verfällt der Zug", thenForfeit: "ist das Spiel verloren",
    racks: "Bänkchen", racksClosed: "verdeckt", racksOpen: "offen für alle", byRules: "wie die Regeln sagen", challenge: "Falsche Wörter",
    challenges: { void: "werden gleich abgelehnt", single: "gelten, bis jemand zweifelt; ohne Strafe", double: "wer zu Unrecht zweifelt, setzt aus", "five-point": "fünf Punkte für ein angezweifeltes gutes Wort", "ten-point": "zehn Punkte für ein angezweifeltes gutes Wort", triple: "wer zu Unrecht zweifelt, verliert" },
    visibility: "Wer es sehen darf", public: "alle", private: "wer den Link hat", hints: "Tipps erlaubt", undo: "Züge können zurückgenommen werden", takeover: "Menschen dürfen Plätze des Computers übernehmen",
    name: "Name des Spiels", more: "Mehr Möglichkeiten", start: "Spiel beginnen", lexicon: "Wortliste",
    tooMany: (most) => `Diese Regeln sind für höchstens ${most} Plätze.`, tooFew: (fewest) => `Diese Regeln brauchen mindestens ${fewest} Plätze.`,
    loading: "Regeln werden geladen…", words: (n) => `${n} Wörter`, endless: "ohne Ende",
  },
  settings: {
    title: "Einstellungen", name: "Dein Name", nameHint: "Die anderen am Tisch sehen ihn.", theme: "Farben", auto: "wie das System", light: "hell", dark: "dunkel",
    sound: "Töne", on: "an", off: "aus", language: "Sprache", languageAuto: "wie der Browser", motion: "Bewegung", motionAuto: "wie das System", motionLess: "weniger",
    saved: "Alles bleibt nur in diesem Browser.", coords: "Buchstaben und Zahlen am Brettrand",
  },
  about: {
    title: "Über Quixotry", lead: "Quixotry ist ein Programm für Kreuzwortspiele: diese Seite, ein Terminal, ein Server, Bots und eine Bibliothek, alle mit denselben Regeln.",
    keysTitle: "Tasten",
    keys: [["Pfeiltasten", "über das Brett gehen"], ["Leertaste", "Schreibrichtung wechseln"], ["Buchstaben", "Steine legen; mit Umschalt einen Blankostein"], ["Rücktaste", "den letzten Stein zurücknehmen"], ["Eingabe", "Zug abgeben"], ["Escape", "alle Steine zurück aufs Bänkchen"]],
    mouse: "Mit Maus oder Finger: Steine ziehen, oder erst den Stein, dann das Feld antippen. Ein leeres Feld antippen, um von dort zu tippen, noch einmal für die andere Richtung. Auf großen Brettern das Brett selbst ziehen und mit Rad oder zwei Fingern zoomen.",
    premiums: "Sonderfelder", links: "Für Programme", api: "HTTP-Schnittstelle", source: "Dieselben Spiele laufen im Terminal: quixotry play.", privacy: "Die Seite spricht nur mit ihrem eigenen Server und merkt sich Namen, Einstellungen und Plätze in diesem Browser.",
  },
  game: {
    loading: "Das Brett wird aufgebaut…", gone: "Dieses Spiel gibt es nicht.", board: "Brett", rack: "Dein Bänkchen", turns: "Züge", chat: "Chat", unseen: "Ungesehen", more: "Mehr", details: "Regeln",
    yourTurn: "Du bist am Zug", turnOf: (who) => `${who} ist am Zug`, thinking: (who) => `${who} denkt nach…`,
    you: "du", waiting: "Warten auf Mitspieler", waitingFor: (n) => `Es ${n === 1 ? "fehlt noch ein Mitspieler" : `fehlen noch ${n} Mitspieler`}. Teile den Link:`,
    bag: (n) => `${n} im Beutel`,
    play: "Legen", playFor: (n) => `Legen ${n}`, recall: "Zurück", shuffle: "Mischen", swap: "Tauschen", pass: "Passen", resign: "Aufgeben", hint: "Tipp", undo: "Zurücknehmen", rematch: "Noch einmal", challenge: "Anzweifeln", accept: "Annehmen",
    swapNow: (n) => `${n} tauschen`, swapHint: "Wähle die Steine zum Tauschen.", cancel: "Abbrechen", close: "Schließen",
    noneLaid: "Lege zuerst Steine aufs Brett.", noneChosen: "Wähle Steine zum Tauschen.", passSure: "Diesen Zug passen?", resignSure: "Dieses Spiel aufgeben?", resignText: "Die anderen gewinnen oder spielen ohne dich weiter.",
    blank: "Welcher Buchstabe ist es?", blankText: "Der Blankostein steht für den Buchstaben, den du wählst.", doubt: "Welche Wörter zweifelst du an?", doubtNone: "Wähle mindestens ein Wort.",
    hints: "Beste Züge", hintsNone: "Kein Zug ist möglich. Tausche oder passe.",
    undoAsked: (who) => `${who} möchte den letzten Zug zurücknehmen.`, undoWaiting: "Die anderen werden gefragt.", agree: "Einverstanden", decline: "Ablehnen", undone: "Der letzte Zug wurde zurückgenommen.", declined: (who) => `${who} möchte weiterspielen.`,
    legal: points, checking: "…",
    invited: "Link kopiert.", copyLink: "Link kopieren", gcg: "GCG-Datei", svg: "Bild (SVG)", png: "Bild (PNG)",
    join: "Platz nehmen", joinSeat: (n) => `Auf Platz ${n} setzen`, takeover: (who) => `Platz von ${who} übernehmen`, yourName: "Dein Name", leave: "Spiel verlassen",
    sound: "Töne", zoomIn: "Größer", zoomOut: "Kleiner", fit: "Ganzes Brett", placed: "auf dem Brett", points,
    connection: { lost: "Verbindung verloren. Neuer Versuch…", back: "Wieder verbunden, nichts verpasst." },
    offline: "abwesend", values: "Buchstabenwerte", unseenHint: "Im Beutel und auf den anderen Bänkchen", vowels: (v, c) => `${several(v, "Vokal", "Vokale")}, ${several(c, "Konsonant", "Konsonanten")}`,
    say: "Etwas sagen", send: "Senden", chatEmpty: "Sag hallo.", chatWatch: "Nur Mitspieler chatten.", turnsEmpty: "Noch kein Zug.",
    first: "Erster Zug", previous: "Einen Zug zurück", next: "Einen Zug vor", latest: "Letzter Zug", playback: "Abspielen", pause: "Anhalten", turnNo: (n, all) => `Zug ${n} von ${all}`, replaying: "Du siehst einen früheren Zug.", backLive: "Zurück zu jetzt",
    plot: "Punkte nach Zügen", analysis: "Analyse", analysing: "Die besten Züge werden gesucht…", bestPlays: "Beste Züge", played: "gespielt", lost: (n) => `${n} hinter dem besten`, best: "Der beste Zug.", analysisNone: "Wähle einen Zug, um die besten Züge dafür zu sehen.", analysisPlay: "Für diesen Zug gibt es nichts zu finden.",
    actions: "Aktionen", players: "Spieler", clock: "Restzeit", message: "Meldung", replay: "Nachspielen",
    showBoard: "Brett ansehen", equity: "Wert", score: "Punkte",
  },
  square: {
    hole: "kein Feld", empty: "leer", word2: "doppelter Wortwert", word3: "dreifacher Wortwert", letter2: "doppelter Buchstabenwert", letter3: "dreifacher Buchstabenwert",
    word: (n) => `Wort mal ${n}`, letter: (n) => `Buchstabe mal ${n}`, blank: (letter) => `${letter}, Blankostein`, draft: "noch nicht gespielt", isStart: "Start", typing: { across: "Schreibrichtung waagrecht", down: "Schreibrichtung senkrecht" },
  },
  event: {
    played: (who, words, score) => `${who} legt ${words} für ${score}.`, youPlayed: (words, score) => `Du legst ${words} für ${score}.`, failed: (who) => `Der Zug von ${who} galt nicht.`, passed: (who) => `${who} passt.`, exchanged: (who, n) => `${who} tauscht ${tiles(n)}.`, exchangeFailed: (who) => `${who} konnte nicht tauschen.`,
    withdrawn: (who, of) => `${who} zweifelt zu Recht, ${of} nimmt zurück.`, stands: (who, of) => `${who} zweifelt zu Unrecht, der Zug von ${of} gilt.`, accepted: (who) => `${who} nimmt den Zug an.`, skipped: (who) => `${who} setzt aus.`, timedOut: (who) => `Die Zeit von ${who} ist um.`, left: (who) => `${who} ist gegangen.`, leftComputer: (who) => `${who} ist gegangen; ein Computer spielt weiter.`, resigned: (who) => `${who} gibt auf.`, joined: (who) => `${who} ist dabei.`, vacated: (who) => `${who} hat den Platz verlassen.`,
    started: "Das Spiel beginnt.", ended: "Das Spiel ist aus.", rematch: "Ein neues Spiel ist bereit.",
  },
  turn: { passed: "gepasst", exchanged: (n) => `${n} getauscht`, "play-failed": "ungültiger Zug", "exchange-failed": "Tausch misslungen", withdrawn: "zurückgenommen", stands: "zu Unrecht angezweifelt", "timed-out": "Zeit abgelaufen", "turn-skipped": "ausgesetzt", left: "gegangen", accepted: "angenommen", settled: "übrige Steine" },
  over: {
    wins: (who) => `${who} gewinnt!`, youWin: "Du gewinnst!", tie: (who) => `${who} gewinnen!`, and: "und", nobody: "Niemand gewinnt.",
    causes: { "went-out": "Alle Steine sind gelegt.", forfeit: "Jemand hat aufgegeben.", passes: "Alle haben gepasst.", scoreless: "Zu viele Züge ohne Punkte.", rounds: "Zu viele Runden ohne Zug.", "last-one-left": "Die anderen sind gegangen." }, review: "Beste Züge ansehen",
  },
  refused: {
    "not-in-line": "Die Steine müssen in einer Zeile oder Spalte liegen.", gap: "Zwischen den Steinen ist eine Lücke.", "off-board": "Das ist außerhalb des Bretts.", "not-adjacent": "Der Zug muss einen liegenden Stein berühren.", "not-on-start": "Das erste Wort muss das Startfeld bedecken.", "no-word": "Das ergibt kein Wort.", "empty-play": "Lege zuerst Steine aufs Brett.", "same-square": "Zwei Steine können nicht auf einem Feld liegen.", hole: "Dort ist kein Feld.", occupied: "Dort liegt schon ein Stein.", "exchange-forbidden": "In diesen Regeln wird nicht getauscht.", "exchanges-used-up": "Du darfst nicht mehr tauschen.", "not-your-turn": "Du bist nicht am Zug.", "game-over": "Das Spiel ist aus.", "not-started": "Das Spiel hat noch nicht begonnen.", "answer-first": "Nimm den letzten Zug erst an oder zweifle ihn an.", "nothing-to-challenge": "Es gibt nichts anzuzweifeln.", "no-challenges": "In diesen Regeln wird nicht gezweifelt.", "already-answered": "Du hast schon geantwortet.", "time-is-up": "Deine Zeit ist um.", "cross-word": "Diese Regeln erlauben keine Querwörter.", "wild-for-own-letter": "Der Blankostein darf kein Buchstabe sein, den du hast.",
  },
  refusedWith: { "not-a-word": (words) => `${words}: nicht in der Wortliste.`, "opening-too-short": (n) => `Das erste Wort braucht mindestens ${n} Steine.`, "bag-too-small": (n) => `Zum Tauschen müssen ${n} Steine im Beutel sein.`, "not-on-rack": (label) => `Du hast kein ${label}.` },
  error: { offline: "Der Server ist nicht erreichbar. Nichts ist verloren; versuche es noch einmal.", stale: "Das Spiel ging inzwischen weiter. Sieh noch einmal hin.", "seat-taken": "Der Platz ist gerade vergeben worden.", "table-full": "Kein Platz ist mehr frei.", "name-taken": "Jemand am Tisch heißt schon so.", forbidden: "Das ist nicht erlaubt.", "unknown-key": "Dieser Platz gehört jemand anderem.", unavailable: "Der Server ist beschäftigt. Gleich noch einmal.", "no-such-game": "Dieses Spiel gibt es nicht.", limited: "Zu schnell. Gleich noch einmal." },
  lost: { title: "Hier ist nichts", text: "Unter dieser Adresse gibt es keine Seite.", home: "Zu den Spielen" },
};
