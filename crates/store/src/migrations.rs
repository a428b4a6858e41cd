//! Creates the tables of a database and brings them up to date.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use crate::StoreOpenError;

/// The migrations of one kind of database. A migration that was released never changes.
pub(crate) struct Migrations(&'static [(i64, &'static str, &'static str)]);

pub(crate) const SQLITE: Migrations = Migrations(&[
    (1, "games", include_str!("../migrations/sqlite/0001_games.sql")),
    (2, "due", include_str!("../migrations/sqlite/0002_due.sql")),
    (3, "chat ids", include_str!("../migrations/sqlite/0003_chat_ids.sql")),
]);

pub(crate) const POSTGRES: Migrations = Migrations(&[
    (1, "games", include_str!("../migrations/postgres/0001_games.sql")),
    (2, "due", include_str!("../migrations/postgres/0002_due.sql")),
    (3, "chat ids", include_str!("../migrations/postgres/0003_chat_ids.sql")),
]);

impl Migrations {
    pub(crate) fn migrator(&self) -> Migrator {
        let steps = self.0.iter().map(|&(version, name, sql)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        Migrator::with_migrations(steps.collect())
    }

    pub(crate) fn error(&self, error: MigrateError) -> StoreOpenError {
        let known = self.0.iter().map(|step| step.0).max().unwrap_or_default();
        match error {
            MigrateError::VersionMissing(found) if found > known => StoreOpenError::Newer { found, known },
            MigrateError::Execute(error) => StoreOpenError::Unavailable(error.to_string()),
            error => StoreOpenError::Migration(error.to_string()),
        }
    }
}
