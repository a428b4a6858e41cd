//! Choices of the rules by their names, as requests write them. The names come from the tables of the rules.

use rules::{ChallengeRule, Named, RackVisibility, Starter, TurnTimeout};
use serde::{Deserialize, Deserializer, de};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Defines a request's choice of a value that the rules give a name.
macro_rules! rule_choice {
    ($choice:ident, $about:literal, $rule:ty, $names:expr) => {
        #[doc = $about]
        #[derive(Clone, Copy)]
        pub struct $choice(pub $rule);

        impl<'de> Deserialize<'de> for $choice {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$choice, D::Error> {
                let name = String::deserialize(deserializer)?;
                let rule = <$rule>::from_name(&name);
                rule.map($choice).ok_or_else(|| unknown_name(&name, $names))
            }
        }

        impl utoipa::PartialSchema for $choice {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some($names)).into()
            }
        }

        impl utoipa::ToSchema for $choice {}
    };
}

rule_choice!(
    ChallengeChoice,
    "The challenge rule of a new game.",
    ChallengeRule,
    ChallengeRule::NAMED.iter().map(|named| named.name)
);
rule_choice!(
    RackVisibilityChoice,
    "Which racks players see.",
    RackVisibility,
    RackVisibility::NAMES.iter().map(|(name, _)| *name)
);
rule_choice!(StarterChoice, "Who begins.", Starter, Starter::NAMES.iter().map(|(name, _)| *name));
rule_choice!(
    TurnTimeoutChoice,
    "What happens when the time of a turn is up.",
    TurnTimeout,
    TurnTimeout::NAMES.iter().map(|(name, _)| *name)
);

fn unknown_name<E: de::Error>(name: &str, names: impl Iterator<Item = &'static str>) -> E {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    E::custom(format_args!("unknown name `{name}`, expected one of {}", names.join(", ")))
}
