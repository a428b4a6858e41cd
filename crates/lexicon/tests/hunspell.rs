//! Hunspell dictionaries: the words they make, and the errors of files that are wrong.

use quixotry_lexicon::hunspell::{HunspellDictionary, HunspellError, HunspellErrorKind, HunspellFile};
use std::collections::BTreeSet;

fn read(affixes: &str, words: &str) -> HunspellDictionary {
    HunspellDictionary::read(affixes.as_bytes(), words.as_bytes()).unwrap()
}

fn words_of(dictionary: &HunspellDictionary) -> String {
    let mut words = BTreeSet::new();
    for entry in 0..dictionary.len() {
        dictionary
            .expand(entry, &mut |form| {
                words.insert(form.text.to_owned());
            })
            .unwrap();
    }
    let good = words.into_iter().filter(|word| !dictionary.is_forbidden(word));
    good.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(affixes: &str, words: &str, expected: &str) {
    assert_eq!(words_of(&read(affixes, words)), expected);
}

#[track_caller]
fn check_compounds(affixes: &str, words: &str, max_parts: usize, expected: &str) {
    let dictionary = read(affixes, words);
    let mut found = BTreeSet::new();
    dictionary
        .expand_compounds(max_parts, 20, 10_000, &mut |form| {
            found.insert(form.text.to_owned());
        })
        .unwrap();
    assert_eq!(found.into_iter().collect::<Vec<_>>().join(" "), expected);
}

#[track_caller]
fn check_error(affixes: &str, words: &str, file: HunspellFile, line: usize) -> HunspellErrorKind {
    let HunspellError { file: found, line: number, kind } =
        HunspellDictionary::read(affixes.as_bytes(), words.as_bytes()).unwrap_err();
    assert_eq!((found, number), (file, line), "{kind}");
    kind
}

const PLURAL: &str = "SFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\n";

#[test]
fn suffixes_follow_their_conditions() {
    check(PLURAL, "3\ncat/S\npony/S\nwe\n", "cat cats ponies pony we");
}

#[test]
fn prefixes_and_suffixes_are_combined_only_if_both_allow_it() {
    let prefix = |cross| format!("{PLURAL}PFX U {cross} 1\nPFX U 0 un .\n");
    check(&prefix("Y"), "1\ntie/SU\n", "tie ties untie unties");
    check(&prefix("N"), "1\ntie/SU\n", "tie ties untie");
}

#[test]
fn a_suffix_may_allow_a_second_one_and_a_prefix() {
    let affixes = "SFX A Y 1\nSFX A 0 er/BP .\nSFX B Y 1\nSFX B 0 s .\nPFX P Y 1\nPFX P 0 re .\n";
    check(affixes, "1\nread/A\n", "read reader readers rereader rereaders");
}

#[test]
fn a_prefix_may_allow_a_suffix() {
    check("PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 ed .\n", "1\ndo/P\n", "do undo undoed");
}

#[test]
fn flags_are_written_in_four_ways() {
    let long = "FLAG long\nSFX S1 Y 1\nSFX S1 0 s .\nSFX T1 Y 1\nSFX T1 0 t .\n";
    check(long, "1\nbe/S1T1\n", "be bes bet");
    let number = "FLAG num\nSFX 10 Y 1\nSFX 10 0 s .\nSFX 7 Y 1\nSFX 7 0 t .\n";
    check(number, "1\nbe/7,10\n", "be bes bet");
    check(number, "1\nA/S\n", "A/S");
    let utf8 = "SET UTF-8\nFLAG UTF-8\nSFX É Y 1\nSFX É 0 s .\n";
    check(utf8, "1\nbe/É\n", "be bes");
    let bytes = "SET UTF-8\nNEEDAFFIX é\nSFX S Y 1\nSFX S 0 s .\n";
    check(bytes, "1\nbe/Sé\n", "bes");
}

#[test]
fn numbers_may_stand_for_sets_of_flags() {
    check(
        &format!("AF 2\nAF S\nAF SU\n{PLURAL}PFX U Y 1\nPFX U 0 un .\n"),
        "2\ncat/1\ntie/2\n",
        "cat cats tie ties untie unties",
    );
}

#[test]
fn old_encodings_are_read() {
    let (affixes, words) = (b"SET ISO8859-2\nSFX A N 1\nSFX A 0 \xb3 .\n", b"1\n\xbfe/A\n");
    assert_eq!(words_of(&HunspellDictionary::read(affixes, words).unwrap()), "że żeł");
}

#[test]
fn roots_and_affixes_that_need_another_affix_are_no_words() {
    check(&format!("NEEDAFFIX X\n{PLURAL}"), "2\nscissor/SX\ncat/S\n", "cat cats scissors");
    let stem = "NEEDAFFIX X\nSFX A Y 1\nSFX A 0 er/XB .\nSFX B Y 1\nSFX B 0 s .\n";
    check(stem, "1\nread/A\n", "read readers");
}

#[test]
fn forbidden_words_and_their_forms_are_no_words() {
    check(&format!("FORBIDDENWORD X\n{PLURAL}"), "3\ncat/S\ncats/X\ndog/SX\n", "cat");
}

#[test]
fn both_halves_of_a_circumfix_are_needed() {
    let affixes = "CIRCUMFIX X\nPFX G Y 1\nPFX G 0 ge/X .\nSFX T Y 2\nSFX T 0 t/X .\nSFX T 0 e .\n";
    check(affixes, "1\nsag/GT\n", "gesagt sag sage");
}

#[test]
fn a_whole_root_is_stripped_only_if_the_file_allows_it() {
    let suffix = "SFX A Y 1\nSFX A go went go\n";
    check(suffix, "1\ngo/A\n", "go");
    check(&format!("FULLSTRIP\n{suffix}"), "1\ngo/A\n", "go went");
}

#[test]
fn words_that_keep_their_case_are_marked() {
    let dictionary = read("KEEPCASE K\n", "2\nkg/K\ncat\n");
    let mut marked = Vec::new();
    (0..2).for_each(|entry| dictionary.expand(entry, &mut |form| marked.push(form.keeps_case)).unwrap());
    assert_eq!(marked, [true, false]);
}

#[test]
fn compounds_are_made_of_parts_with_the_flag_of_their_place() {
    let flag = "COMPOUNDFLAG C\nCOMPOUNDMIN 2\n";
    check_compounds(flag, "3\nsea/C\nbed/C\ncat\n", 2, "bedbed bedsea seabed seasea");
    check_compounds(&format!("{flag}CHECKCOMPOUNDDUP\n"), "2\nsea/C\nbed/C\n", 2, "bedsea seabed");
    let places = "COMPOUNDBEGIN B\nCOMPOUNDEND E\nCOMPOUNDMIDDLE M\n";
    check_compounds(places, "3\nsea/B\nbed/E\nflat/M\n", 2, "seabed");
    check_compounds(places, "3\nsea/B\nbed/E\nflat/M\n", 3, "seabed seaflatbed");
}

#[test]
fn parts_may_be_no_words_alone_and_have_a_suffix_at_the_end() {
    let affixes = format!("COMPOUNDFLAG C\nONLYINCOMPOUND O\n{PLURAL}");
    check(&affixes, "2\nwerk/CO\nbed/CS\n", "bed beds");
    check_compounds(&affixes, "2\nwerk/CO\nbed/CS\n", 2, "bedbed bedbeds bedwerk werkbed werkbeds werkwerk");
}

#[test]
fn compound_rules_name_the_order_of_parts() {
    let affixes = "COMPOUNDRULE 1\nCOMPOUNDRULE ab*c?\n";
    check_compounds(affixes, "3\nxa/a\nyb/b\nzc/c\n", 3, "xayb xaybyb xaybzc xazc");
}

#[test]
fn too_many_forms_or_compounds_are_an_error_and_not_a_wait() {
    let rules: String = (0..1_200).map(|n| format!("SFX A 0 {n}x/B .\nSFX B 0 {n}y .\n")).collect();
    let (a, b): (Vec<&str>, Vec<&str>) = rules.lines().partition(|line| line.starts_with("SFX A"));
    let affixes = format!("SFX A Y 1200\n{}\nSFX B Y 1200\n{}\n", a.join("\n"), b.join("\n"));
    let error = read(&affixes, "2\nfine\nroot/A\n").expand(1, &mut |_| {}).unwrap_err();
    assert_eq!((error.line, error.kind), (3, HunspellErrorKind::TooManyForms("root".to_owned())));
    let compounds = read("COMPOUNDFLAG C\n", "2\nsea/C\nbed/C\n").expand_compounds(9, 60, 100, &mut |_| {});
    assert_eq!(compounds.unwrap_err().kind, HunspellErrorKind::TooManyCompounds(100));
}

#[test]
fn errors_name_the_file_and_the_line() {
    use HunspellFile::{Affixes, Words};
    check_error("SET nonsense\n", "", Affixes, 1);
    check_error("\nFLAG odd\n", "", Affixes, 2);
    check_error("SFX A Y 2\nSFX A 0 s .\n# end\n", "", Affixes, 3);
    check_error("SFX A 0 s .\n", "", Affixes, 1);
    check_error("SFX A Y 1\nSFX A 0 s [ab\n", "", Affixes, 2);
    check_error("SFX A\n", "", Affixes, 1);
    check_error("AF 1\nAF S\n", "1\ncat/2\n", Words, 2);
    check_error("FLAG long\n", "2\ncat\ndog/ABC\n", Words, 3);
    let kind = HunspellDictionary::read(b"SET UTF-8\n", b"1\n\xff\n").unwrap_err().kind;
    assert_eq!(kind, HunspellErrorKind::NotEncoded("UTF-8"));
}
