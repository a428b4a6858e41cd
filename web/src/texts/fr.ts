/** French. */

import type { Texts } from "./en";

const several = (n: number, one: string, many: string): string => `${n} ${Math.abs(n) < 2 ? one : many}`;
const tiles = (n: number): string => several(n, "jeton", "jetons");
const points = (n: number): string => several(n, "point", "points");

export const fr: Texts = {
  nav: { play: "Jouer", create: "Nouvelle partie", settings: "Réglages", about: "À propos", home: "Quixotry, accueil", skip: "Aller au contenu", main: "Menu principal" },
  home: {
    title: "Les mots croisés se jouent ici.",
    lead: "Posez des mots avec vos amis ou contre un ordinateur redoutable. Vingt-sept jeux, des plateaux sans fin, vos propres règles. Sans compte : un nom, et l’on joue.",
    name: "Votre nom", level: "Ordinateur", start: "Jouer contre l’ordinateur", starting: "On installe le plateau…", custom: "Nouvelle partie entre amis",
    open: "Ouvertes", running: "En cours", over: "Terminées", lists: "Parties", filter: "Filtrer par nom, joueur ou règles",
    none: { open: "Personne n’attend. Lancez une partie et partagez son lien.", running: "Aucune partie en cours.", over: "Aucune partie terminée." },
    nothing: "Aucune partie ne correspond.", more: "Plus de parties", join: "Rejoindre", watch: "Regarder", replay: "Revoir", resume: "Continuer", yours: "Vos parties", seatOpen: "place libre",
    turns: (n) => several(n, "tour", "tours"), watchers: (n) => several(n, "spectateur", "spectateurs"),
    points: ["Entre humains", "Partagez un lien, nul besoin de compte. Les parties reprennent après une coupure, sur tout appareil.", "Contre l’ordinateur", "Du débutant au plus fort, avec des conseils pour apprendre.", "Revoir", "Rejouez chaque tour, voyez les meilleurs coups manqués, emportez la partie en GCG ou en image."],
    loading: "Chargement des parties…", failed: "La liste des parties n’a pas pu être chargée.", retry: "Réessayer", anonymous: "Invité",
  },
  create: {
    title: "Nouvelle partie", rules: "Règles", board: "Plateau", boardOfRules: "selon les règles", seats: "Places", you: "Vous", human: "Place libre", computer: "Ordinateur",
    seat: (n) => `Place ${n}`, add: "Ajouter une place", remove: (n) => `Retirer la place ${n}`,
    clock: "Pendule", clockOff: "Sans pendule", clockGame: "Temps pour toute la partie", clockTurn: "Temps par tour",
    minutes: "Minutes chacun", increment: "Secondes ajoutées par tour", seconds: "Secondes par tour", then: "Temps écoulé", thenPass: "le tour passe", thenForfeit: "la partie est perdue",
    racks: "Chevalets", racksClosed: "cachés", racksOpen: "visibles de tous", byRules: "selon les règles", challenge: "Mots faux",
    challenges: { void: "refusés aussitôt", single: "valent jusqu’à contestation, sans pénalité", double: "contester à tort coûte un tour", "five-point": "cinq points par mot valable contesté", "ten-point": "dix points par mot valable contesté", triple: "contester à tort perd la partie" },
    visibility: "Qui peut la voir", public: "tout le monde", private: "ceux qui ont le lien", hints: "Conseils permis", undo: "Les tours peuvent être repris", takeover: "On peut prendre la place d’un ordinateur",
    name: "Nom de la partie", more: "Plus de choix", start: "Commencer", lexicon: "Liste de mots",
    tooMany: (most) => `Ces règles admettent au plus ${most} places.`, tooFew: (fewest) => `Ces règles demandent au moins ${fewest} places.`,
    loading: "Chargement des règles…", words: (n) => `${n} mots`, endless: "sans fin",
  },
  settings: {
    title: "Réglages", name: "Votre nom", nameHint: "Les autres joueurs le voient.", theme: "Couleurs", auto: "comme le système", light: "claires", dark: "sombres",
    sound: "Sons", on: "oui", off: "non", language: "Langue", languageAuto: "comme le navigateur", motion: "Mouvement", motionAuto: "comme le système", motionLess: "réduit",
    saved: "Tout reste dans ce navigateur.", coords: "Lettres et chiffres au bord du plateau",
  },
  about: {
    title: "À propos de Quixotry", lead: "Quixotry est un seul programme pour les jeux de lettres croisées : cette page, un terminal, un serveur, des robots et une bibliothèque, avec les mêmes règles.",
    keysTitle: "Touches",
    keys: [["Flèches", "parcourir le plateau"], ["Espace", "changer de direction"], ["Lettres", "poser des jetons ; avec Maj, un joker"], ["Retour arrière", "reprendre le dernier jeton"], ["Entrée", "jouer"], ["Échap", "tous les jetons au chevalet"]],
    mouse: "À la souris ou au doigt : glissez les jetons, ou touchez un jeton puis une case. Touchez une case vide pour écrire de là, encore une fois pour tourner. Sur les grands plateaux, glissez le plateau et zoomez avec la molette ou deux doigts.",
    premiums: "Cases spéciales", links: "Pour les programmes", api: "API HTTP", source: "Les mêmes jeux dans le terminal : quixotry play.", privacy: "La page ne parle qu’à son serveur et garde nom, réglages et places dans ce navigateur.",
  },
  game: {
    loading: "On installe le plateau…", gone: "Cette partie n’existe pas.", board: "Plateau", rack: "Votre chevalet", turns: "Tours", chat: "Discussion", unseen: "Non vus", more: "Plus", details: "Règles",
    yourTurn: "À vous de jouer", turnOf: (who) => `À ${who} de jouer`, thinking: (who) => `${who} réfléchit…`,
    you: "vous", waiting: "On attend des joueurs", waitingFor: (n) => `Il manque ${several(n, "joueur", "joueurs")}. Partagez le lien :`,
    bag: (n) => `${n} dans le sac`,
    play: "Jouer", playFor: (n) => `Jouer ${n}`, recall: "Reprendre", shuffle: "Mélanger", swap: "Échanger", pass: "Passer", resign: "Abandonner", hint: "Conseil", undo: "Annuler", rematch: "Rejouer", challenge: "Contester", accept: "Accepter",
    swapNow: (n) => `Échanger ${n}`, swapHint: "Choisissez les jetons à échanger.", cancel: "Annuler", close: "Fermer",
    noneLaid: "Posez d’abord des jetons.", noneChosen: "Choisissez des jetons à échanger.", passSure: "Passer ce tour ?", resignSure: "Abandonner cette partie ?", resignText: "Les autres gagnent ou continuent sans vous.",
    blank: "Quelle lettre est-ce ?", blankText: "Le joker vaut la lettre que vous choisissez.", doubt: "Quels mots contestez-vous ?", doubtNone: "Choisissez au moins un mot.",
    hints: "Meilleurs coups", hintsNone: "Aucun coup possible. Échangez ou passez.",
    undoAsked: (who) => `${who} demande à reprendre le dernier tour.`, undoWaiting: "On demande aux autres.", agree: "D’accord", decline: "Refuser", undone: "Le dernier tour a été repris.", declined: (who) => `${who} préfère continuer.`,
    legal: points, checking: "…",
    invited: "Lien copié.", copyLink: "Copier le lien", gcg: "Fichier GCG", svg: "Image (SVG)", png: "Image (PNG)",
    join: "Prendre place", joinSeat: (n) => `Prendre la place ${n}`, takeover: (who) => `Prendre la place de ${who}`, yourName: "Votre nom", leave: "Quitter la partie",
    sound: "Sons", zoomIn: "Agrandir", zoomOut: "Réduire", fit: "Tout le plateau", placed: "sur le plateau", points,
    connection: { lost: "Connexion perdue. Nouvel essai…", back: "Reconnecté, rien de manqué." },
    offline: "absent", values: "Valeur des lettres", unseenHint: "Dans le sac et sur les autres chevalets", vowels: (v, c) => `${several(v, "voyelle", "voyelles")}, ${several(c, "consonne", "consonnes")}`,
    say: "Dire quelque chose", send: "Envoyer", chatEmpty: "Dites bonjour.", chatWatch: "Seuls les joueurs discutent.", turnsEmpty: "Aucun tour encore.",
    first: "Premier tour", previous: "Un tour en arrière", next: "Un tour en avant", latest: "Dernier tour", playback: "Lire", pause: "Pause", turnNo: (n, all) => `Tour ${n} sur ${all}`, replaying: "Vous regardez un tour passé.", backLive: "Revenir à maintenant",
    plot: "Scores par tour", analysis: "Analyse", analysing: "On cherche les meilleurs coups…", bestPlays: "Meilleurs coups", played: "joué", lost: (n) => `${n} de moins que le meilleur`, best: "Le meilleur coup.", analysisNone: "Choisissez un tour pour en voir les meilleurs coups.", analysisPlay: "Rien à chercher pour ce tour.",
    actions: "Actions", players: "Joueurs", clock: "Temps restant", message: "Message", replay: "Revoir",
    showBoard: "Voir le plateau", equity: "valeur", score: "score",
  },
  square: {
    hole: "pas de case", empty: "vide", word2: "mot compte double", word3: "mot compte triple", letter2: "lettre compte double", letter3: "lettre compte triple",
    word: (n) => `mot fois ${n}`, letter: (n) => `lettre fois ${n}`, blank: (letter) => `${letter}, joker`, draft: "pas encore joué", isStart: "départ", typing: { across: "écriture horizontale", down: "écriture verticale" },
  },
  event: {
    played: (who, words, score) => `${who} joue ${words} pour ${score}.`, youPlayed: (words, score) => `Vous jouez ${words} pour ${score}.`, failed: (who) => `Le coup de ${who} n’a pas tenu.`, passed: (who) => `${who} passe.`, exchanged: (who, n) => `${who} échange ${tiles(n)}.`, exchangeFailed: (who) => `${who} n’a pas pu échanger.`,
    withdrawn: (who, of) => `${who} conteste, et ${of} reprend son coup.`, stands: (who, of) => `${who} conteste, mais le coup de ${of} tient.`, accepted: (who) => `${who} accepte le coup.`, skipped: (who) => `${who} passe un tour.`, timedOut: (who) => `Temps écoulé pour ${who}.`, left: (who) => `${who} est parti.`, leftComputer: (who) => `${who} est parti ; un ordinateur continue.`, resigned: (who) => `${who} abandonne.`, joined: (who) => `${who} rejoint la partie.`, vacated: (who) => `${who} a quitté sa place.`,
    started: "La partie commence.", ended: "La partie est finie.", rematch: "Une nouvelle partie est prête.",
  },
  turn: { passed: "passe", exchanged: (n) => `échange ${n}`, "play-failed": "coup manqué", "exchange-failed": "échange manqué", withdrawn: "coup repris", stands: "contesté à tort", "timed-out": "temps écoulé", "turn-skipped": "tour sauté", left: "parti", accepted: "accepté", settled: "jetons restants" },
  over: {
    wins: (who) => `${who} gagne !`, youWin: "Vous gagnez !", tie: (who) => `${who} gagnent !`, and: "et", nobody: "Personne ne gagne.",
    causes: { "went-out": "Tous les jetons sont joués.", forfeit: "Un joueur a abandonné.", passes: "Tout le monde a passé.", scoreless: "Trop de tours sans points.", rounds: "Trop de tours passés.", "last-one-left": "Les autres sont partis." }, review: "Voir les meilleurs coups",
  },
  refused: {
    "not-in-line": "Les jetons doivent être sur une même ligne ou colonne.", gap: "Il y a un trou entre les jetons.", "off-board": "C’est hors du plateau.", "not-adjacent": "Le coup doit toucher un jeton posé.", "not-on-start": "Le premier mot doit couvrir le départ.", "no-word": "Cela ne forme aucun mot.", "empty-play": "Posez d’abord des jetons.", "same-square": "Deux jetons ne tiennent pas sur une case.", hole: "Il n’y a pas de case là.", occupied: "Il y a déjà un jeton.", "exchange-forbidden": "Ces règles n’ont pas d’échange.", "exchanges-used-up": "Vous n’avez plus d’échange.", "not-your-turn": "Ce n’est pas votre tour.", "game-over": "La partie est finie.", "not-started": "La partie n’a pas commencé.", "answer-first": "Acceptez ou contestez d’abord le dernier coup.", "nothing-to-challenge": "Il n’y a rien à contester.", "no-challenges": "Ces règles n’ont pas de contestation.", "already-answered": "Vous avez déjà répondu.", "time-is-up": "Votre temps est écoulé.", "cross-word": "Ces règles n’admettent pas de mots croisés.", "wild-for-own-letter": "Le joker ne peut être une lettre que vous avez.",
  },
  refusedWith: { "not-a-word": (words) => `${words} : absent de la liste.`, "opening-too-short": (n) => `Le premier mot demande au moins ${n} jetons.`, "bag-too-small": (n) => `Il faut ${n} jetons dans le sac pour échanger.`, "not-on-rack": (label) => `Vous n’avez pas ${label}.` },
  error: { offline: "Le serveur est injoignable. Rien n’est perdu, réessayez.", stale: "La partie a avancé entre-temps. Regardez.", "seat-taken": "Cette place vient d’être prise.", "table-full": "Plus aucune place libre.", "name-taken": "Quelqu’un porte déjà ce nom à la table.", forbidden: "Ce n’est pas permis.", "unknown-key": "Cette place est à quelqu’un d’autre.", unavailable: "Le serveur est occupé. Réessayez dans un instant.", "no-such-game": "Cette partie n’existe pas.", limited: "Trop vite. Réessayez dans un instant." },
  lost: { title: "Rien ici", text: "Aucune page n’a cette adresse.", home: "Aux parties" },
};
