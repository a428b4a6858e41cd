//! Sentences about facts, in the languages of the page.

use crate::facts::{FactKind, TurnFact};
use serde::{Deserialize, Serialize};

/// A language of the sentences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SentenceLanguage {
    /// Danish.
    Danish,
    /// Dutch.
    Dutch,
    /// English.
    #[default]
    English,
    /// French.
    French,
    /// German.
    German,
    /// Polish.
    Polish,
    /// Portuguese.
    Portuguese,
    /// Spanish.
    Spanish,
}

impl SentenceLanguage {
    /// All of them.
    pub const ALL: [SentenceLanguage; 8] = [
        SentenceLanguage::Danish,
        SentenceLanguage::Dutch,
        SentenceLanguage::English,
        SentenceLanguage::French,
        SentenceLanguage::German,
        SentenceLanguage::Polish,
        SentenceLanguage::Portuguese,
        SentenceLanguage::Spanish,
    ];

    /// The code of the language, as in `<html lang>`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            SentenceLanguage::Danish => "da",
            SentenceLanguage::Dutch => "nl",
            SentenceLanguage::English => "en",
            SentenceLanguage::French => "fr",
            SentenceLanguage::German => "de",
            SentenceLanguage::Polish => "pl",
            SentenceLanguage::Portuguese => "pt",
            SentenceLanguage::Spanish => "es",
        }
    }

    /// The language with this code.
    #[must_use]
    pub fn by_code(code: &str) -> Option<SentenceLanguage> {
        SentenceLanguage::ALL.into_iter().find(|language| language.code() == code)
    }

    fn templates(self) -> &'static FactTemplates {
        match self {
            SentenceLanguage::Danish => &DANISH,
            SentenceLanguage::Dutch => &DUTCH,
            SentenceLanguage::English => &ENGLISH,
            SentenceLanguage::French => &FRENCH,
            SentenceLanguage::German => &GERMAN,
            SentenceLanguage::Polish => &POLISH,
            SentenceLanguage::Portuguese => &PORTUGUESE,
            SentenceLanguage::Spanish => &SPANISH,
        }
    }

    /// A number with one decimal.
    fn decimal(self, number: f64) -> String {
        // A sign of zero would be confusing.
        let text = format!("{:.1}", (number * 10.0).round() / 10.0 + 0.0).replace('-', "−");
        match self {
            SentenceLanguage::English => text,
            SentenceLanguage::Danish
            | SentenceLanguage::Dutch
            | SentenceLanguage::French
            | SentenceLanguage::German
            | SentenceLanguage::Polish
            | SentenceLanguage::Portuguese
            | SentenceLanguage::Spanish => text.replace('.', ","),
        }
    }
}

/// The texts of a language. `{a}` is the figure of the better turn, `{b}` that of the other, `{s}` a square.
struct FactTemplates {
    /// Before what speaks for a turn: `{t}` is the turn.
    supports: &'static str,
    /// Before what speaks against it, if there is something for it.
    although: &'static str,
    score: &'static str,
    leave: &'static str,
    next_points: &'static str,
    next_bonus: &'static str,
    reply_points: &'static str,
    reply_bonus: &'static str,
    out_first: &'static str,
    square: &'static str,
    hook: &'static str,
}

const ENGLISH: FactTemplates = FactTemplates {
    supports: "For {t}: ",
    although: "against it: ",
    score: "{a} points instead of {b}",
    leave: "the tiles kept are worth {a} instead of {b}",
    next_points: "the next turn brings {a} points on average instead of {b}",
    next_bonus: "the next turn earns the bonus in {a} of games instead of {b}",
    reply_points: "the reply brings {a} points on average instead of {b}",
    reply_bonus: "the reply earns the bonus in {a} of games instead of {b}",
    out_first: "you go out first in {a} of games instead of {b}",
    square: "the reply uses {s} in {a} of games instead of {b}",
    hook: "the reply hooks at {s} in {a} of games instead of {b}",
};

const GERMAN: FactTemplates = FactTemplates {
    supports: "Für {t}: ",
    although: "dagegen: ",
    score: "{a} Punkte statt {b}",
    leave: "die behaltenen Steine sind {a} wert statt {b}",
    next_points: "der nächste Zug bringt im Mittel {a} Punkte statt {b}",
    next_bonus: "der nächste Zug bringt die Prämie in {a} der Spiele statt in {b}",
    reply_points: "die Antwort bringt im Mittel {a} Punkte statt {b}",
    reply_bonus: "die Antwort bringt die Prämie in {a} der Spiele statt in {b}",
    out_first: "man macht in {a} der Spiele als Erster Schluss statt in {b}",
    square: "die Antwort nutzt {s} in {a} der Spiele statt in {b}",
    hook: "die Antwort verlängert bei {s} in {a} der Spiele statt in {b}",
};

const FRENCH: FactTemplates = FactTemplates {
    supports: "Pour {t} : ",
    although: "contre : ",
    score: "{a} points au lieu de {b}",
    leave: "les lettres gardées valent {a} au lieu de {b}",
    next_points: "le coup suivant rapporte {a} points en moyenne au lieu de {b}",
    next_bonus: "le coup suivant obtient la prime dans {a} des parties au lieu de {b}",
    reply_points: "la réponse rapporte {a} points en moyenne au lieu de {b}",
    reply_bonus: "la réponse obtient la prime dans {a} des parties au lieu de {b}",
    out_first: "on finit en premier dans {a} des parties au lieu de {b}",
    square: "la réponse occupe {s} dans {a} des parties au lieu de {b}",
    hook: "la réponse rallonge en {s} dans {a} des parties au lieu de {b}",
};

const SPANISH: FactTemplates = FactTemplates {
    supports: "A favor de {t}: ",
    although: "en contra: ",
    score: "{a} puntos en vez de {b}",
    leave: "las fichas guardadas valen {a} en vez de {b}",
    next_points: "la jugada siguiente da {a} puntos de media en vez de {b}",
    next_bonus: "la jugada siguiente logra la prima en el {a} de las partidas en vez del {b}",
    reply_points: "la respuesta da {a} puntos de media en vez de {b}",
    reply_bonus: "la respuesta logra la prima en el {a} de las partidas en vez del {b}",
    out_first: "se termina primero en el {a} de las partidas en vez del {b}",
    square: "la respuesta usa {s} en el {a} de las partidas en vez del {b}",
    hook: "la respuesta alarga en {s} en el {a} de las partidas en vez del {b}",
};

const DUTCH: FactTemplates = FactTemplates {
    supports: "Voor {t}: ",
    although: "ertegen: ",
    score: "{a} punten in plaats van {b}",
    leave: "de bewaarde letters zijn {a} waard in plaats van {b}",
    next_points: "de volgende beurt levert gemiddeld {a} punten op in plaats van {b}",
    next_bonus: "de volgende beurt levert de bonus op in {a} van de spellen in plaats van {b}",
    reply_points: "het antwoord levert gemiddeld {a} punten op in plaats van {b}",
    reply_bonus: "het antwoord levert de bonus op in {a} van de spellen in plaats van {b}",
    out_first: "je gaat als eerste uit in {a} van de spellen in plaats van {b}",
    square: "het antwoord gebruikt {s} in {a} van de spellen in plaats van {b}",
    hook: "het antwoord verlengt op {s} in {a} van de spellen in plaats van {b}",
};

const POLISH: FactTemplates = FactTemplates {
    supports: "Za {t}: ",
    although: "przeciw: ",
    score: "{a} pkt zamiast {b}",
    leave: "zachowane płytki są warte {a} zamiast {b}",
    next_points: "następny ruch daje średnio {a} pkt zamiast {b}",
    next_bonus: "następny ruch daje premię w {a} partii zamiast {b}",
    reply_points: "odpowiedź daje średnio {a} pkt zamiast {b}",
    reply_bonus: "odpowiedź daje premię w {a} partii zamiast {b}",
    out_first: "kończy się jako pierwszy w {a} partii zamiast {b}",
    square: "odpowiedź używa pola {s} w {a} partii zamiast {b}",
    hook: "odpowiedź przedłuża na polu {s} w {a} partii zamiast {b}",
};

const PORTUGUESE: FactTemplates = FactTemplates {
    supports: "A favor de {t}: ",
    although: "contra: ",
    score: "{a} pontos em vez de {b}",
    leave: "as peças guardadas valem {a} em vez de {b}",
    next_points: "a jogada seguinte rende em média {a} pontos em vez de {b}",
    next_bonus: "a jogada seguinte obtém o bónus em {a} dos jogos em vez de {b}",
    reply_points: "a resposta rende em média {a} pontos em vez de {b}",
    reply_bonus: "a resposta obtém o bónus em {a} dos jogos em vez de {b}",
    out_first: "termina-se primeiro em {a} dos jogos em vez de {b}",
    square: "a resposta usa {s} em {a} dos jogos em vez de {b}",
    hook: "a resposta prolonga em {s} em {a} dos jogos em vez de {b}",
};

const DANISH: FactTemplates = FactTemplates {
    supports: "For {t}: ",
    although: "imod: ",
    score: "{a} point i stedet for {b}",
    leave: "de brikker der beholdes, er {a} værd i stedet for {b}",
    next_points: "næste tur giver i gennemsnit {a} point i stedet for {b}",
    next_bonus: "næste tur giver bonus i {a} af spillene i stedet for {b}",
    reply_points: "svaret giver i gennemsnit {a} point i stedet for {b}",
    reply_bonus: "svaret giver bonus i {a} af spillene i stedet for {b}",
    out_first: "man slutter først i {a} af spillene i stedet for {b}",
    square: "svaret bruger {s} i {a} af spillene i stedet for {b}",
    hook: "svaret forlænger på {s} i {a} af spillene i stedet for {b}",
};

impl FactTemplates {
    fn of(&self, kind: FactKind) -> &'static str {
        match kind {
            FactKind::Score => self.score,
            FactKind::Leave => self.leave,
            FactKind::NextPoints => self.next_points,
            FactKind::NextBonus => self.next_bonus,
            FactKind::ReplyPoints => self.reply_points,
            FactKind::ReplyBonus => self.reply_bonus,
            FactKind::OutFirst => self.out_first,
            FactKind::Square => self.square,
            FactKind::Hook => self.hook,
        }
    }
}

/// A sentence that says what speaks for the better of two turns, and what against it. `None` without facts for it.
#[must_use]
pub fn why_sentence(better: &str, facts: &[TurnFact], language: SentenceLanguage) -> Option<String> {
    let templates = language.templates();
    let list = |supports: bool| {
        let found = facts.iter().filter(|fact| fact.supports() == supports);
        found.map(|fact| fact_text(fact, language)).collect::<Vec<_>>().join(", ")
    };
    let (supporting, opposing) = (list(true), list(false));
    if supporting.is_empty() {
        return None;
    }
    let mut sentence = templates.supports.replace("{t}", better) + &supporting;
    if !opposing.is_empty() {
        sentence += &format!("; {}{opposing}", templates.although);
    }
    Some(sentence + ".")
}

fn fact_text(fact: &TurnFact, language: SentenceLanguage) -> String {
    let number = |value: f64| match (fact.kind.is_rate(), fact.kind) {
        (true, _) => format!("{:.0} %", 100.0 * value),
        (false, FactKind::Score) => format!("{value:.0}").replace('-', "−"),
        (false, _) => language.decimal(value),
    };
    let template = language.templates().of(fact.kind);
    let square = fact.square.as_deref().unwrap_or_default();
    template.replace("{a}", &number(fact.better)).replace("{b}", &number(fact.other)).replace("{s}", square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(kind: FactKind, better: f64, other: f64) -> TurnFact {
        let square = matches!(kind, FactKind::Square | FactKind::Hook).then(|| "O15".to_owned());
        TurnFact { kind, square, better, other, error: None, games: None }
    }

    #[test]
    fn a_sentence_tells_both_sides() {
        let facts = [
            fact(FactKind::Score, 20.0, 32.0),
            fact(FactKind::Leave, -1.25, -7.5),
            fact(FactKind::Square, 0.03, 0.284),
        ];
        assert_eq!(
            why_sentence("8D WORD", &facts, SentenceLanguage::English).unwrap(),
            "For 8D WORD: the tiles kept are worth −1.3 instead of −7.5, the reply uses O15 in 3 % of games instead \
             of 28 %; against it: 20 points instead of 32."
        );
        assert_eq!(why_sentence("8D WORD", &facts[..1], SentenceLanguage::English), None);
    }

    #[test]
    fn every_language_has_every_figure() {
        let kinds = [
            FactKind::Score,
            FactKind::Leave,
            FactKind::NextPoints,
            FactKind::NextBonus,
            FactKind::ReplyPoints,
            FactKind::ReplyBonus,
            FactKind::OutFirst,
            FactKind::Square,
            FactKind::Hook,
        ];
        for language in SentenceLanguage::ALL {
            for kind in kinds {
                let (better, other) = if kind.is_rate() { (0.12, 0.34) } else { (12.0, 34.0) };
                let text = fact_text(&fact(kind, better, other), language);
                let square = matches!(kind, FactKind::Square | FactKind::Hook);
                assert!(text.contains("12") && text.contains("34") && !text.contains('{'), "{text}");
                assert_eq!(text.contains("O15"), square, "{text}");
            }
            assert!(language.templates().supports.contains("{t}"));
        }
    }
}
