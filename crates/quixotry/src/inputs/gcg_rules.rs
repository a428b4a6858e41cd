//! The rules of a GCG file, as far as it tells them.

use super::{Catalog, preset_for_lexicon, preset_for_variant};
use notation::gcg::{self, GcgAction, GcgGame, LintFinding, LintProblem, LintSeverity, PlayedRules, Pragma};
use rules::Ruleset;

/// The rules of a GCG file: those that its pragmas name or its letters show, with what its events show and the lexicon
/// that it names.
pub(super) fn rules_of_gcg(game: &GcgGame, catalog: &Catalog) -> anyhow::Result<Ruleset> {
    let rules = match rules_named_in_gcg(game) {
        Some(name) => played_rules(game, &catalog.rules(&name, None)?),
        None => guess_rules(game, catalog)?,
    };
    let Some(name) = game.lexicon().and_then(|name| catalog.library().lexicon_name(name)) else {
        return Ok(rules);
    };
    let mut draft = rules.draft();
    (draft.lexicon, draft.own_words) = (name, None);
    Ok(Ruleset::try_from(draft)?)
}

fn played_rules(game: &GcgGame, rules: &Ruleset) -> Ruleset {
    PlayedRules::of(game, rules).apply_to(rules)
}

/// The presets of the languages other than English.
const LANGUAGES: [&str; 11] = [
    "german",
    "polish",
    "french",
    "spanish",
    "catalan",
    "dutch",
    "swedish",
    "norwegian",
    "danish",
    "portuguese",
    "slovene",
];

/// The rules of a file that names none: English, unless its letters or most of its scores are wrong then and fit another
/// language better.
fn guess_rules(game: &GcgGame, catalog: &Catalog) -> anyhow::Result<Ruleset> {
    let english = played_rules(game, &catalog.rules("standard", None)?);
    let plays = game.events().filter(|(_, event)| matches!(event.action, GcgAction::Play { .. })).count();
    let findings = gcg::lint(game, &english, None);
    let misfits = count_misfits(&findings);
    let has_error = findings.iter().any(|finding| finding.severity() == LintSeverity::Error);
    if !has_error && misfits * 2 <= plays {
        return Ok(english);
    }
    let mut best = (misfits, english);
    for name in LANGUAGES {
        let rules = played_rules(game, &catalog.rules(name, None)?);
        let misfits = count_misfits(&gcg::lint(game, &rules, None));
        if misfits < best.0 {
            best = (misfits, rules);
        }
    }
    Ok(best.1)
}

/// How much of a file does not fit the tiles: lines that cannot be understood, racks that cannot be read, wrong scores.
fn count_misfits(findings: &[LintFinding]) -> usize {
    let is_misfit = |finding: &&LintFinding| {
        finding.severity() == LintSeverity::Error
            || matches!(finding.problem, LintProblem::Score { .. } | LintProblem::Rack(_))
    };
    findings.iter().filter(is_misfit).count()
}

/// The rules that the pragmas of a GCG file select.
fn rules_named_in_gcg(game: &GcgGame) -> Option<String> {
    let (mut kind, mut board, mut letters) = (None, None, None);
    for (_, pragma) in game.pragmas() {
        match pragma {
            Pragma::GameType(name) => kind = Some(name.as_str()),
            Pragma::BoardLayout(name) => board = Some(name.as_str()),
            Pragma::TileDistribution(name) => letters = Some(name.as_str()),
            _ => {}
        }
    }
    preset_for_variant(kind, board, letters).or_else(|| {
        let lexicon = game.lexicon().filter(|_| letters.is_none());
        lexicon.and_then(preset_for_lexicon).map(str::to_owned)
    })
}
