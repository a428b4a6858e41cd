//! The API over real sockets, on every store.

mod bots;
mod budgets;
mod catalogue;
mod client;
mod described;
mod endings;
mod hand_over;
mod keys;
mod live;
mod lobby;
mod making;
mod messages;
mod presence;
mod rematches;
mod seat_law;
mod seats;
mod turns;
mod weaknesses;
mod workshop;

mod abuse;
mod base_path;
mod faults;
mod faulty_store;
mod liars;
mod nodes;
mod set_back;
mod slow;
mod upgrade;
mod whole;

use client::World;
use quixotry_server::TableSettings;
use quixotry_test_support::postgres::TestDatabase;
use std::pin::Pin;

/// Defines one test for each case and each store: `memory::case`, `sqlite::case` and `postgres::case`.
#[macro_export]
macro_rules! cases {
    ($($case:ident),* $(,)?) => {
        $crate::cases!(@store memory, $crate::TestStore::Memory, $($case),*);
        $crate::cases!(@store sqlite, $crate::TestStore::Sqlite, $($case),*);
        $crate::cases!(@store postgres, $crate::TestStore::Postgres, $($case),*);
    };
    (@store $store:ident, $kind:path, $($case:ident),*) => {
        mod $store {
            $(
                #[test]
                fn $case() {
                    $crate::run($kind, |world| Box::pin(super::$case(world)));
                }
            )*
        }
    };
}

/// The store of a test.
#[derive(Clone, Copy)]
enum TestStore {
    Memory,
    Sqlite,
    Postgres,
}

/// A case. It is boxed, so that it is compiled once and not for each store.
type Case = fn(World) -> Pin<Box<dyn Future<Output = ()>>>;

/// Runs a case on a server of its own.
fn run(store: TestStore, case: Case) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    match store {
        TestStore::Memory => runtime.block_on(run_with(client::settings(), case)),
        TestStore::Sqlite => {
            let directory = tempfile::tempdir().unwrap();
            let database = format!("sqlite:{}", directory.path().join("games.db").display());
            runtime.block_on(run_with(TableSettings { database, ..client::settings() }, case));
        }
        TestStore::Postgres => {
            let database = TestDatabase::create();
            let settings = TableSettings { database: database.address(), ..client::settings() };
            runtime.block_on(run_with(settings, case));
        }
    }
}

async fn run_with(settings: TableSettings, case: Case) {
    let world = World::start(settings).await;
    let app = world.app.clone();
    case(world).await;
    app.close().await;
}
