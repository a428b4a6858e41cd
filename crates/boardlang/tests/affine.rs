//! The analysis finds the effect of a square, however it is written.

use quixotry_boardlang::{Affine, Dialect, Program, Signature, compile};

fn program(source: &str) -> Program {
    match compile(source, Signature::Square, Dialect::Left) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{problems}\n{source}"),
    }
}

fn check(letter: i32, acc: i32, constant: i32, sources: &[&str]) {
    for source in sources {
        assert_eq!(program(source).affine(), Some(Affine { letter, acc, constant }), "{source}");
    }
}

#[test]
fn letter_factors() {
    check(
        3,
        1,
        0,
        &[
            "_result_ := pointValue(_pos_) * 3 + _acc_",
            "_result_ := _acc_ + 3 * pointValue(_pos_)",
            "_result_ := pointValue(_pos_) + pointValue(_pos_) + pointValue(_pos_) + _acc_",
            "_result_ := -(-_acc_ - 3 * pointValue(0 + _pos_ * 1))",
            "declare p; p := pointValue(_pos_); _result_ := (p + 1) * 3 + _acc_ - 3",
            "declare i; _result_ := _acc_; while (i < 3) do { _result_ := _result_ + pointValue(_pos_); i := i + 1 }",
            "_acc_ := _acc_ + pointValue(_pos_) * (7 / 2); _result_ := _acc_",
            "if (1 < 2) then { _result_ := pointValue(_pos_) * 3 + _acc_ } else { _result_ := 9 / _acc_ }",
            "if (_acc_ = 0) then { _result_ := 3 * pointValue(_pos_) + _acc_ } \
             else { _result_ := pointValue(_pos_) * 3 + _acc_ }",
            "declare i; i := _pos_; _pos_ := 0; _result_ := 3 * pointValue(i) + _acc_",
            "_result_ := (pointValue(_pos_) * _acc_ + 3 * pointValue(_pos_)) - (_acc_ * pointValue(_pos_) - _acc_)",
            "_result_ := (wordLength / 2 - wordLength / 2) + pointValue(_pos_) * 3 + _acc_",
            "if (isVowel(charValue(_pos_))) then { declare q; q := 1; _result_ := q };
             _result_ := pointValue(_pos_) * 3 + _acc_",
            "_result_ := (pointValue(_pos_) * 3 + _acc_) / 1 + _acc_ % 1",
        ],
    );
    assert_eq!(
        program("_result_ := pointValue(_pos_) * 3 + _acc_").affine().unwrap().letter_factor(),
        Some(3)
    );
}

#[test]
fn word_factors() {
    check(
        0,
        2,
        0,
        &[
            "_result_ := _acc_ * 2",
            "_result_ := _acc_ + _acc_",
            "_result_ := _acc_ * 2 + 0 * pointValue(_pos_)",
            "_result_ := _acc_ * 1073741825 + _acc_ * -1073741823",
            "declare f; f := charToInt('4') - charToInt('2'); _result_ := f * _acc_",
            "if (_pos_ = _pos_ + 1 \\/ isDigit('x')) then { _result_ := 1 } else { _result_ := _acc_ * 2 }",
        ],
    );
    assert_eq!(program("_result_ := _acc_ * 2").affine().unwrap().word_factor(), Some(2));
}

#[test]
fn other_affine_effects() {
    check(0, 0, 0, &["_pos_ := 1; _acc_ := 2", "_result_ := _acc_ - _acc_"]);
    check(0, -1, 0, &["_result_ := -_acc_", "_result_ := _acc_ / -1"]);
    check(0, 1, 10, &["_result_ := _acc_ + 10"]);
    check(2, 2, 0, &["_result_ := (_acc_ + pointValue(_pos_)) * 2"]);
}

#[test]
fn other_programs_are_not_affine() {
    let sources = [
        include_str!("programs/contains-numbers.imp"),
        include_str!("programs/odd-consonants.imp"),
        "_result_ := pointValue(0) + _acc_",
        "_result_ := pointValue(_pos_ + 1) + _acc_",
        "_result_ := _acc_ + _pos_",
        "_result_ := _acc_ * 2 / 2",
        "_result_ := _acc_ * _acc_",
        "_result_ := _acc_ + 0 / _acc_",
        "_result_ := _acc_ + 0 * pointValue(0)",
        "if (_acc_ > 0) then { _result_ := _acc_ * 2 }",
        "if (_acc_ < _acc_ + 1) then { _result_ := _acc_ }",
        "if (_acc_ + 1 > _acc_) then { _result_ := _acc_ }",
        "if (_acc_ <= _acc_ + 1) then { _result_ := _acc_ }",
        "if (_acc_ >= _acc_ - 1) then { _result_ := _acc_ }",
        "while (true) do { _result_ := _acc_ }",
        "while (_acc_ < 0) do { _acc_ := 0 }; _result_ := 1",
    ];
    for source in sources {
        assert_eq!(program(source).affine(), None, "{source}");
    }
}
