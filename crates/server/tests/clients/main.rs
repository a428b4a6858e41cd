//! Clients of other games over real sockets, through the whole server: limits, origins and all.

mod brain;
mod cornell;
mod generic;
mod haskell;
mod world;
