//! Word graphs: built from a list, frozen to bytes, read without copying.
