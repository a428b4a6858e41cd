//! File, environment and flags, and all that can be wrong with them.

use super::*;
use proptest::prelude::*;

fn of_file(text: &str) -> Result<EffectiveConfig, ConfigError> {
    let mut sources = Sources::default();
    sources.file("q.toml", text);
    sources.resolve()
}

#[track_caller]
fn wrong(text: &str, expected: &str) {
    assert_eq!(of_file(text).unwrap_err().to_string(), expected);
}

fn setting(key: &str) -> &'static ConfigSetting {
    ConfigSetting::of_key(key).unwrap()
}

#[test]
fn nothing_said_is_a_whole_configuration() {
    let config = Sources::default().resolve().unwrap().config;
    assert_eq!((config.host.as_str(), config.port), ("127.0.0.1", 8080));
    assert_eq!(config.database.address(), "memory:");
    assert_eq!(config.limits.address, Rate::per(50, Duration::from_secs(1)));
    assert!(!config.allow_seeds && config.tls.is_none() && config.admin_token.is_none());
}

#[test]
fn flags_beat_the_environment_which_beats_the_file() {
    let mut sources = Sources::default();
    sources.file("q.toml", "port = 1\nhost = \"a\"\npace = \"1s\"\n");
    sources.environment([("QUIXOTRY_PORT", "2"), ("QUIXOTRY_HOST", "b"), ("HOME", "/root")]);
    sources.flag(setting("port"), "3");
    let effective = sources.resolve().unwrap();
    let config = &effective.config;
    assert_eq!((config.port, config.host.as_str(), config.pace), (3, "b", Duration::from_secs(1)));
    let origins: Vec<String> =
        ["port", "host", "pace", "database"].map(|key| effective.origin(key).to_string()).into();
    assert_eq!(origins, ["flag --port", "environment QUIXOTRY_HOST", "q.toml:3", "default"]);
}

#[test]
fn the_database_lies_in_the_data_directory_unless_told() {
    let config = of_file("data_dir = \"/srv/q\"").unwrap().config;
    assert_eq!(config.database.address(), "sqlite:/srv/q/games.db");
    let config = of_file("data_dir = \"/srv/q\"\ndatabase = \"memory:\"").unwrap().config;
    assert_eq!(config.database.address(), "memory:");
}

#[test]
fn back_ups_are_for_files() {
    let plan = of_file("data_dir = \"/srv/q\"\n[backup]\nevery = \"1day\"").unwrap().config.backups.unwrap();
    assert_eq!((plan.keep, plan.directory), (7, PathBuf::from("/srv/q/backups")));
    assert_eq!(of_file("data_dir = \"/srv/q\"").unwrap().config.backups, None);
    let error = of_file("database = \"memory:\"\n[backup]\nevery = \"1day\"").unwrap_err().to_string();
    assert!(error.contains("backup.every: is only for a SQLite file"), "{error}");
}

#[test]
fn what_is_unknown_is_told_with_what_was_meant() {
    wrong("prot = 1", "q.toml:1: prot: there is no such setting; did you mean port?");
    wrong(
        "\n[limits]\nbdoy = 1",
        "q.toml:3: limits.bdoy: there is no such setting; did you mean limits.body?",
    );
    wrong(
        "[zzz]\na = 1",
        "q.toml:1: zzz: there is no such setting; `quixotry serve --print-config` shows all there are",
    );
    let mut sources = Sources::default();
    sources.environment([("QUIXOTRY_PROT", "1")]);
    assert_eq!(
        sources.resolve().unwrap_err().to_string(),
        "environment QUIXOTRY_PROT: QUIXOTRY_PROT: there is no such variable; did you mean QUIXOTRY_PORT?"
    );
}

#[test]
fn every_fault_is_told_with_its_place() {
    let error = of_file("port = 99999\nallow_seeds = \"maybe\"\n[limits]\naddress = \"lots\"\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "q.toml:1: port: must be a port, 0 to 65535, not \"99999\"\n\
         q.toml:2: allow_seeds: must be true or false, not \"maybe\"\n\
         q.toml:4: limits.address: must be a rate such as 50/s, 600/min or 100/h, or off, not \"lots\""
    );
    wrong("port = 1.5", "q.toml:1: port: must be a text, a number, true or false, or a list of texts");
    assert!(of_file("port = \n").unwrap_err().to_string().starts_with("q.toml:1: TOML: "));
    wrong(
        "public_url = \"play.example\"",
        "q.toml:1: public_url: must be an address such as https://play.example.org, not \"play.example\"",
    );
    for (path, fault) in [
        ("/api", "may not have a path that begins with /api, which the server itself has"),
        ("/a b", "must be an address such as https://play.example.org, not \"https://q.example/a b\""),
        ("/a%20b", "may have a path of letters, digits, -, _, . and ~ only"),
        ("/a?b", "must be an address such as https://play.example.org, not \"https://q.example/a?b\""),
    ] {
        let text = format!("public_url = \"https://q.example{path}\"");
        wrong(&text, &format!("q.toml:1: public_url: {fault}"));
    }
    wrong("[tls]\ncert = \"a.pem\"", "q.toml:2: tls.cert: needs tls.key beside it");
    wrong(
        "[admin]\ntoken = \"short\"",
        "q.toml:2: admin.token: is too short for a token: at least 16 characters",
    );
    assert!(
        of_file("[admin]\ntoken_file = \"/no/such\"").unwrap_err().to_string().contains("/no/such cannot be")
    );
    wrong(
        "trusted_proxies = [\"10.0.0.0/8\", \"x\"]",
        "q.toml:1: trusted_proxies: must be addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, not \"x\"",
    );
}

#[test]
fn sizes_rates_and_ceilings_are_read() {
    let limits =
        of_file("[limits]\nbody = \"1 MiB\"\naddress = \"off\"\nkey = \"120/min\"\nstreams = \"off\"");
    let limits = limits.unwrap().config.limits;
    assert_eq!(limits.body, ByteSize(1 << 20));
    assert_eq!((limits.address, limits.streams), (Rate::OFF, MaxCount(None)));
    assert_eq!(limits.key, Rate(Some(Duration::from_millis(500))));
}

#[test]
fn secrets_are_never_shown() {
    let text = "database = \"postgres://ann:hunter2@db/q\"\n[admin]\ntoken = \"0123456789abcdef\"\n";
    let effective = of_file(text).unwrap();
    let shown = effective.print() + &format!("{:?}", effective.config);
    assert!(!shown.contains("hunter2") && !shown.contains("0123456789abcdef"), "{shown}");
    assert!(shown.contains("postgres://ann:****@db/q"), "{shown}");
    assert!(effective.config.admin_token.unwrap().is("0123456789abcdef"));
}

#[test]
fn what_is_printed_is_read_back() {
    let first = of_file("port = 9\ntrusted_proxies = [\"::1\", \"10.0.0.0/8\"]\n[limits]\nstreams = \"off\"")
        .unwrap();
    let again = of_file(&first.print()).unwrap();
    assert_eq!(format!("{:?}", first.config), format!("{:?}", again.config));
}

#[test]
fn every_setting_has_its_own_names() {
    let names = |name: fn(&ConfigSetting) -> String| {
        SETTINGS.iter().map(name).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(names(ConfigSetting::variable), SETTINGS.len());
    assert_eq!(names(ConfigSetting::flag), SETTINGS.len());
}

#[test]
fn the_manual_describes_every_setting() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/serving.md");
    let manual = std::fs::read_to_string(path).unwrap();
    for setting in SETTINGS {
        let default =
            if setting.default.is_empty() { String::new() } else { format!("`{}`", setting.default) };
        let row = format!("| `{}` | {default} | {} |", setting.key, setting.about);
        assert!(manual.lines().any(|line| line == row), "docs/serving.md should have\n{row}");
    }
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(text in "\\PC{0,200}") {
        _ = of_file(&text);
    }

    #[test]
    fn no_value_makes_it_panic(at in 0..SETTINGS.len(), value in "\\PC{0,20}") {
        let mut sources = Sources::default();
        sources.flag(&SETTINGS[at], value);
        _ = sources.resolve();
    }
}
