//! Creating games: seats, keys and first events.

use crate::chance::GameSeed;
use crate::client_address::ClientAddress;
use crate::game_setup::GameSetup;
use crate::keys::{self, AccessKey, KeyHolder, RequestId};
use crate::log_entry::{LogEntry, LoggedEvent};
use crate::names;
use crate::occupant::{BOT_PREFIX, Occupant};
use crate::owner::start_game;
use crate::registry::Services;
use crate::resources::GameResources;
use crate::table::{SUBSTITUTE, Table, TableTimeouts};
use crate::table_summary::stored_summary;
use crate::work::{WorkKind, WorkOwner};
use http_api::{
    ApiError, CreateGame, CreatedGame, LobbyEntry, OccupantKind, PaceChoice, RulesChoice, SeatChoice,
    TableEventKind, TableVisibility, json_text,
};
use presets::{BoardSeed, NO_LEXICON};
use rules::{GoodWord, Millis, Ruleset, Seat};
use std::sync::Arc;
use std::time::Duration;
use store::{
    GameHeader, GameId, GameListEntry, GameName, LexiconDigest, LogHead, NewGame, NewKey, Payload, SeatCount,
    StoreError, Timestamp, Visibility, WriteError,
};

/// A game that is ready to be stored.
pub(crate) struct GameCreation {
    pub(crate) id: GameId,
    pub(crate) name: GameName,
    pub(crate) resources: Arc<GameResources>,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<GameSeed>,
    pub(crate) pace: Option<Duration>,
    pub(crate) origin: WorkOwner,
    pub(crate) occupants: Vec<Occupant>,
    pub(crate) keys: Vec<NewKey>,
}

/// Why a game was not created.
#[derive(Debug)]
pub(crate) enum CreationError {
    /// A game with this id exists.
    Exists,
    /// Any other error.
    Failed(ApiError),
}

impl From<ApiError> for CreationError {
    fn from(error: ApiError) -> CreationError {
        CreationError::Failed(error)
    }
}

impl From<StoreError> for CreationError {
    fn from(error: StoreError) -> CreationError {
        CreationError::Failed(error.into())
    }
}

impl GameCreation {
    /// Stores the game. It begins if all seats are taken.
    pub(crate) async fn store(self, services: &Services) -> Result<LobbyEntry, CreationError> {
        let now = Timestamp::now();
        let (table, logged) = self.begin(Millis(now.0))?;
        let events: Result<Vec<_>, ApiError> =
            logged.iter().map(|logged| logged.to_stored(&self.resources.rules)).collect();
        let timeouts = TableTimeouts::new(&services.settings, self.pace);
        let summary = stored_summary(&self.name, &table, timeouts)?;
        let entry = GameListEntry {
            id: self.id.clone(),
            visibility: self.visibility,
            created: now,
            summary: summary.clone(),
            head: LogHead { seq: table.seq, ..LogHead::default() },
        };
        let header = self.header(now)?;
        let game = NewGame { id: self.id.clone(), header, summary, events: events?, keys: self.keys };
        match services.store.create(game).await {
            Ok(()) => {}
            Err(WriteError::GameExists(_)) => return Err(CreationError::Exists),
            Err(error) => return Err(CreationError::Failed(error.into())),
        }
        services.scheduler.schedule(&self.id, table.next_action(timeouts).map(|(_, at)| at));
        if table.awaits_bots() {
            services.bot_registry.request_matching();
        }
        Ok(LobbyEntry::new(&entry, 0)?)
    }

    fn begin(&self, now: Millis) -> Result<(Table, Vec<LoggedEvent>), ApiError> {
        let mut table = Table::new(self.resources.clone(), self.occupants.len()).with_creation(now);
        let mut logged = Vec::new();
        for (occupant, seat) in self.occupants.iter().zip(0..) {
            if let Some(kind) = join_event(occupant, Seat(seat)) {
                logged.push(table.append(LogEntry::table(now, kind)));
            }
        }
        if table.is_full() {
            let events = start_game(&table, self.seed, now)?;
            logged.extend(events.into_iter().map(|entry| table.append(entry)));
        }
        Ok((table, logged))
    }

    fn header(&self, created: Timestamp) -> Result<GameHeader, ApiError> {
        let setup = GameSetup {
            rules: self.resources.source.to_string(),
            lexicon: self.resources.lexicon.name.clone(),
            seed: self.seed,
            origin: self.origin,
            pace: self.pace.map(|pace| Millis(pace.as_millis() as i64)),
        };
        let rules = Payload::new(1, json_text(&setup))
            .map_err(|error| ApiError::malformed("rules", error.to_string()))?;
        let lexicon = LexiconDigest::new(self.resources.lexicon.digest.as_str());
        Ok(GameHeader {
            rules,
            lexicon: lexicon.map_err(|error| ApiError::Internal(error.to_string()))?,
            seats: SeatCount(self.occupants.len() as u8),
            visibility: self.visibility,
            created,
        })
    }
}

/// The first event of an occupied seat.
fn join_event(occupant: &Occupant, seat: Seat) -> Option<TableEventKind> {
    let (player, kind, level) = match occupant {
        Occupant::Vacant => return None,
        // A bot is called to the table, also to a rematch.
        Occupant::ReservedForBot { player, level } | Occupant::Bot { player, level } => {
            return Some(TableEventKind::Awaited {
                seat,
                player: player.to_string(),
                level: Some(level.to_string()),
            });
        }
        Occupant::ReservedForPerson { player } => {
            return Some(TableEventKind::Awaited { seat, player: player.to_string(), level: None });
        }
        Occupant::Human { player } => (player, OccupantKind::Human, None),
        Occupant::Computer { player, level } => (player, OccupantKind::Computer, Some(level.to_string())),
    };
    Some(TableEventKind::Joined { seat, player: player.to_string(), kind, level })
}

/// Creates the game that a client asks for.
pub(crate) async fn create_game(
    services: &Arc<Services>,
    client: Option<ClientAddress>,
    request: CreateGame,
) -> Result<(GameId, CreatedGame), ApiError> {
    let (settings, origin) = (&services.settings, WorkOwner::from(client));
    if request.seed.is_some() && !settings.allow_seeds {
        return Err(ApiError::unprocessable(
            "seeds-forbidden",
            "this server makes no games whose draws can be foretold",
        ));
    }
    let secret = request.id.as_deref().map(RequestId::new).transpose()?;
    let player =
        request.player.as_deref().map(|name| names::check_name("player", name, settings.name_length));
    let player = player.transpose()?;
    let name = match (&request.name, &player) {
        (Some(name), _) => names::check_name("name", name, settings.name_length)?,
        (None, Some(player)) => format!("{player}'s game"),
        (None, None) => "A game".to_owned(),
    };
    let pace = request.pace.as_ref().map(PaceChoice::to_duration).transpose()?;
    let visibility: Visibility = request.visibility.unwrap_or(TableVisibility::Public).into();
    let seed = request.seed.map(GameSeed);
    let (request, resources) = load_resources(services, origin, request).await?;
    let (occupants, own) =
        choose_occupants(&resources.rules, request.seats, player.as_deref(), settings.name_length)?;
    let has_machines = occupants.iter().any(|occupant| occupant.level().is_some());
    if resources.lexicon.name == NO_LEXICON && has_machines {
        return Err(ApiError::unprocessable(
            "lexicon-needed",
            "computers and bots need a word list: name one, or leave all seats to people",
        ));
    }
    if occupants.len() > usize::from(settings.seats.0) {
        let message = format!("a game on this server has at most {} seats", settings.seats.0);
        return Err(ApiError::unprocessable("seats", message));
    }
    let key = AccessKey::for_request(secret.as_ref(), "create");
    let invite = || AccessKey::for_request(secret.as_ref(), "invite");
    let invite = (visibility == Visibility::ByLink).then(invite);
    let among_computers = match occupants.iter().all(Occupant::is_computer) {
        true => Some(services.computer_games.reserve(client, &services.store).await?),
        false => None,
    };
    let own_key = own.map_or(KeyHolder::Maker, KeyHolder::Seat).new_key(key.hash());
    let invitation = invite.as_ref().map(|invite| KeyHolder::Invitation.new_key(invite.hash()));
    let id = keys::game_id_for_request(secret.as_ref());
    let creation = GameCreation {
        id: id.clone(),
        name: GameName::new(name.as_str()).map_err(|error| ApiError::malformed("name", error.to_string()))?,
        resources,
        visibility,
        seed,
        pace,
        origin,
        occupants,
        keys: std::iter::once(own_key).chain(invitation).collect(),
    };
    let game = match creation.store(services).await {
        Ok(game) => game,
        Err(CreationError::Exists) => find_created_game(services, &id, &key).await?,
        Err(CreationError::Failed(error)) => return Err(error),
    };
    if let Some(reserved) = among_computers {
        reserved.fill(&id);
    }
    Ok((id, CreatedGame { game, seat: own, key: key.into_text(), invite: invite.map(AccessKey::into_text) }))
}

/// The game that an earlier request with the same id created.
async fn find_created_game(
    services: &Services,
    id: &GameId,
    key: &AccessKey,
) -> Result<LobbyEntry, ApiError> {
    let stored = services.store.key(&key.hash()).await?;
    let game = match stored.filter(|stored| stored.game == *id) {
        Some(_) => services.store.game(id).await?,
        None => None,
    };
    let used = || ApiError::conflict("id-used", "the game of this id was left; choose another id");
    LobbyEntry::from_game(game.ok_or_else(used)?, services.spectators.count(id))
}

/// The rules and lexicon of a new game. Loading rules takes time, so it runs on a thread that may block.
async fn load_resources(
    services: &Arc<Services>,
    origin: WorkOwner,
    request: CreateGame,
) -> Result<(CreateGame, Arc<GameResources>), ApiError> {
    let settings = &services.settings;
    if let Some(RulesChoice::Own { source }) = &request.rules {
        if !settings.allow_own_rules {
            return Err(ApiError::unprocessable(
                "own-rules-forbidden",
                "this server takes only rules it knows by name",
            ));
        }
        if source.len() > settings.rules_bytes {
            let message =
                format!("rules have at most {} bytes; these have {}", settings.rules_bytes, source.len());
            return Err(ApiError::malformed("rules.source", message));
        }
    }
    // The steps of programs are limited, so this ends soon also with the worst rules.
    let shared = services.clone();
    let load = move || choose_resources(&shared, &request).map(|resources| (request, resources));
    services.work.run(WorkKind::Loading, origin, load).await
}

fn choose_resources(services: &Services, request: &CreateGame) -> Result<Arc<GameResources>, ApiError> {
    let seed = BoardSeed(request.seed.unwrap_or_else(rand::random));
    let rules = match &request.rules {
        None => services.cache.rules_of_game("standard", seed)?,
        Some(RulesChoice::Name(name)) => services.cache.rules_of_game(name, seed)?,
        Some(RulesChoice::Own { source }) => services.cache.parse_rules(source, seed)?,
    };
    let rules = vary_rules(services, rules, request, seed)?;
    let lexicon = request.lexicon.clone().unwrap_or_else(|| rules.lexicon.clone());
    let rules = if lexicon == NO_LEXICON { rules.without_words() } else { rules };
    services.cache.get(rules, &lexicon)
}

/// The rules with the changes that the client asks for.
fn vary_rules(
    services: &Services,
    rules: Ruleset,
    request: &CreateGame,
    seed: BoardSeed,
) -> Result<Ruleset, ApiError> {
    let mut draft = rules.draft();
    if let Some(board) = &request.board {
        draft.board = services.cache.board(board, seed)?;
    }
    if let Some(racks) = request.racks {
        draft.racks = racks.0;
    }
    if let Some(starter) = request.starter {
        draft.starter = starter.0;
    }
    if let Some(clock) = &request.clock {
        draft.clock = clock.to_clock()?;
    }
    if let Some(challenge) = request.challenge {
        draft.challenge = challenge.0;
    }
    let table = &mut draft.table;
    table.hints = request.hints.unwrap_or(table.hints);
    table.undo = request.undo.unwrap_or(table.undo);
    table.takeover = request.takeover.unwrap_or(table.takeover);
    Ruleset::try_from(draft).map_err(|errors| ApiError::unprocessable("bad-rules", errors.to_string()))
}

/// The first occupants of the seats, and the seat of the client.
fn choose_occupants(
    rules: &Ruleset,
    choices: Option<Vec<SeatChoice>>,
    player: Option<&str>,
    name_length: usize,
) -> Result<(Vec<Occupant>, Option<Seat>), ApiError> {
    let mut choices = choices.unwrap_or_else(|| default_seats(rules));
    let range = rules.seats;
    if rules.table.fill {
        let given = choices.len();
        choices.extend((given..range.min.into()).map(|_| SeatChoice::Computer { level: None }));
    }
    if !(usize::from(range.min)..=usize::from(range.max)).contains(&choices.len()) {
        let message =
            format!("these rules are for {} to {} seats, not {}", range.min, range.max, choices.len());
        return Err(ApiError::unprocessable("seats", message));
    }
    let mut own = None;
    let mut occupants = Vec::new();
    for (choice, number) in choices.iter().zip(0..) {
        let field = format!("seats[{number}]");
        occupants.push(match choice {
            SeatChoice::You {} if own.is_some() => {
                return Err(ApiError::malformed(&field, "you can sit at one seat only"));
            }
            SeatChoice::You {} => {
                own = Some(Seat(number));
                let nameless = || ApiError::malformed("player", "a player who takes a seat needs a name");
                Occupant::Human { player: player.ok_or_else(nameless)?.into() }
            }
            SeatChoice::Open {} => Occupant::Vacant,
            SeatChoice::Computer { level } => match level.as_deref().unwrap_or(SUBSTITUTE) {
                level if level.starts_with(BOT_PREFIX) => {
                    reserved_seat(&occupants, player, &level[BOT_PREFIX.len()..], name_length)?
                }
                level => computer(&occupants, player, level, &field)?,
            },
            SeatChoice::Bot { name } => reserved_seat(&occupants, player, name, name_length)?,
        });
    }
    Ok((occupants, own))
}

fn default_seats(rules: &Ruleset) -> Vec<SeatChoice> {
    let count = if rules.table.fill { rules.seats.max } else { rules.seats.max.min(2).max(rules.seats.min) };
    let other = |_| match rules.words.good {
        GoodWord::Listed | GoodWord::Anagram => SeatChoice::Computer { level: None },
        GoodWord::Any => SeatChoice::Open {},
    };
    std::iter::once(SeatChoice::You {}).chain((1..count).map(other)).collect()
}

/// A computer player that is named after its level.
fn computer(
    before: &[Occupant],
    maker: Option<&str>,
    level: &str,
    field: &str,
) -> Result<Occupant, ApiError> {
    if players::by_name(level).is_none() {
        let known: Vec<&str> = players::list().iter().map(|level| level.name).collect();
        let message = format!("there is no computer player called {level:?}; there are {}", known.join(", "));
        return Err(ApiError::malformed(&format!("{field}.level"), message));
    }
    Ok(Occupant::Computer { player: free_name(before, maker, level).into(), level: level.into() })
}

/// A seat that is reserved for a bot.
fn reserved_seat(
    before: &[Occupant],
    maker: Option<&str>,
    name: &str,
    name_length: usize,
) -> Result<Occupant, ApiError> {
    let name = names::check_name("name", name, name_length)?;
    let player = free_name(before, maker, &name).into();
    Ok(Occupant::ReservedForBot { player, level: format!("{BOT_PREFIX}{name}").into() })
}

fn free_name(before: &[Occupant], maker: Option<&str>, name: &str) -> String {
    names::free_name(name, |name| {
        let is_same = |other: &str| http_api::fold_name(other) == http_api::fold_name(name);
        before.iter().filter_map(Occupant::player).any(is_same) || maker.is_some_and(is_same)
    })
}
