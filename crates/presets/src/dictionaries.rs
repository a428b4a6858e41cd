//! Where the words of a language come from that is not shipped.

/// A dictionary that a lexicon can be made of.
struct DictionarySource {
    /// The name of the lexicon and of its tile set.
    lexicon: &'static str,
    /// The package of Debian and its relatives.
    package: &'static str,
    /// The file that the package installs.
    file: &'static str,
}

/// Dictionaries whose licence does not allow to ship them with the program.
const SOURCES: &[DictionarySource] = &[
    source("bulgarian", "hunspell-bg", "/usr/share/hunspell/bg_BG.dic"),
    source("catalan", "wcatalan", "/usr/share/dict/catalan"),
    source("croatian", "hunspell-hr", "/usr/share/hunspell/hr_HR.dic"),
    source("czech", "hunspell-cs", "/usr/share/hunspell/cs_CZ.dic"),
    source("estonian", "hunspell-et", "/usr/share/hunspell/et_EE.dic"),
    source("greek", "hunspell-el", "/usr/share/hunspell/el_GR.dic"),
    source("hungarian", "hunspell-hu", "/usr/share/hunspell/hu_HU.dic"),
    source("italian", "hunspell-it", "/usr/share/hunspell/it_IT.dic"),
    source("latvian", "hunspell-lv", "/usr/share/hunspell/lv_LV.dic"),
    source("norwegian", "wnorwegian", "/usr/share/dict/bokmaal"),
    source("romanian", "hunspell-ro", "/usr/share/hunspell/ro_RO.dic"),
    source("russian", "hunspell-ru", "/usr/share/hunspell/ru_RU.dic"),
    source("slovak", "hunspell-sk", "/usr/share/hunspell/sk_SK.dic"),
    source("slovene", "hunspell-sl", "/usr/share/hunspell/sl_SI.dic"),
    source("swedish", "hunspell-sv", "/usr/share/hunspell/sv_SE.dic"),
];

const fn source(lexicon: &'static str, package: &'static str, file: &'static str) -> DictionarySource {
    DictionarySource { lexicon, package, file }
}

/// The commands that install a lexicon.
pub(crate) fn how_to_install(name: &str) -> String {
    match SOURCES.iter().find(|source| source.lexicon == name) {
        Some(DictionarySource { lexicon, package, file }) => format!(
            "make it from a dictionary: `sudo apt install {package}`, then \
             `quixotry lexicon import {file} --tiles {lexicon} --name {lexicon}`"
        ),
        None => "`quixotry lexicon add FILE` or `quixotry lexicon import FILE` installs one".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataKind, Library};

    #[test]
    fn each_dictionary_is_for_tiles_and_for_no_shipped_lexicon() {
        let tiles: Vec<String> =
            Library::shipped().list(DataKind::Tiles).into_iter().map(|source| source.name).collect();
        for source in SOURCES {
            assert!(tiles.iter().any(|name| name == source.lexicon), "{}", source.lexicon);
            assert!(crate::shipped_lexicons().all(|name| name != source.lexicon), "{}", source.lexicon);
        }
    }
}
