//! Every shipped language: whole games between two levels.

mod support;

use bots::MatchSetup;
use quixotry_arena::{Arena, MatchStanding, PairingSystem, Plan, PlanDraft, entrants, run};
use support::rules;

#[test]
fn every_shipped_language_is_played_to_its_end() {
    for name in presets::shipped_lexicons() {
        let rules = rules(if name == "english" { "standard" } else { name });
        let words = presets::shipped_lexicon(name).unwrap().clone();
        let draft = PlanDraft {
            entrants: entrants(&["beginner", "greedy"], 1).unwrap(),
            setup: MatchSetup::new(rules, words),
            system: PairingSystem::RoundRobin,
            seats: 2,
            games: 2,
            seed: 18,
        };
        let plan = Plan::try_from(draft).unwrap();
        let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
        let standing = MatchStanding::new(&plan, &results, None);
        assert_eq!(standing.games, 2, "{name}");
        assert!(standing.bots.iter().all(|bot| bot.error_counts.is_clean()), "{name}: {standing:?}");
        for game in &results {
            assert!(["went out", "passes", "scoreless turns"].contains(&&*game.end), "{name}: {game:?}");
            assert!(game.scores.iter().all(|score| *score > 100), "{name}: {game:?}");
        }
    }
}
