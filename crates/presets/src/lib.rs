//! Everything shipped as data, and the loader for a user's own.
