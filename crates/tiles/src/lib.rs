//! Letters, alphabets, tiles that are sets of faces, racks and bags.
