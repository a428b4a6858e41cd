//! The API over real sockets, on every store.

mod bots;
mod catalogue;
mod client;
mod described;
mod endings;
mod live;
mod lobby;
mod making;
mod messages;
mod seats;
mod turns;
mod weaknesses;

mod liars;
mod nodes;
mod slow;
mod whole;

use client::World;
use quixotry_server::TableSettings;
use quixotry_test_support::postgres::TestDatabase;

/// Defines one test for each case and each store: `memory::case`, `sqlite::case` and `postgres::case`.
#[macro_export]
macro_rules! cases {
    ($($case:ident),* $(,)?) => {
        $crate::cases!(@store memory, $crate::in_memory, $($case),*);
        $crate::cases!(@store sqlite, $crate::in_sqlite, $($case),*);
        $crate::cases!(@store postgres, $crate::in_postgres, $($case),*);
    };
    (@store $store:ident, $run:path, $($case:ident),*) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    $run(super::$case).await;
                }
            )*
        }
    };
}

async fn in_memory<F: Future<Output = ()>>(case: impl FnOnce(World) -> F) {
    run(client::settings(), case).await;
}

async fn in_sqlite<F: Future<Output = ()>>(case: impl FnOnce(World) -> F) {
    let directory = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", directory.path().join("games.db").display());
    run(TableSettings { database, ..client::settings() }, case).await;
}

async fn in_postgres<F: Future<Output = ()>>(case: impl FnOnce(World) -> F) {
    let database = TestDatabase::create();
    run(TableSettings { database: database.address(), ..client::settings() }, case).await;
}

/// Runs a case on a server of its own.
async fn run<F: Future<Output = ()>>(settings: TableSettings, case: impl FnOnce(World) -> F) {
    let world = World::start(settings).await;
    let app = world.app.clone();
    case(world).await;
    app.close().await;
}
