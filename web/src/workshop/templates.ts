/** Boards to begin with, as the text of a rules file. */

const SQUARES = `[[board.square]]
id = 0
name = "plain"
letter = 1

[[board.square]]
id = 1
name = "double letter"
letter = 2

[[board.square]]
id = 2
name = "triple word"
word = 3
`;

export const TEMPLATES = {
  rings: `[board]
title = "Rings"
kind = "program"
centre = [0, 0]
program = '''
// How far from the middle: the larger of the two distances.
declare a; declare b;
a := _x_; if (a < 0) then { a := -a };
b := _y_; if (b < 0) then { b := -b };
if (b > a) then { a := b };
if (a > 7) then { _result_ := -1 }
else { if (a = 3) then { _result_ := 1 }
else { if (a = 6) then { _result_ := 2 } } }
'''

${SQUARES}`,
  checks: `[board]
title = "Chequered"
kind = "program"
unbounded = true
centre = [0, 0]
program = '''
// Every fifth square in both directions.
declare a; declare b;
a := _x_ % 5; b := _y_ % 5;
if (a = 0 /\\ b = 0) then { _result_ := 2 }
else { if (a = 0 \\/ b = 0) then { _result_ := 1 } }
'''

${SQUARES}`,
  vowels: `[board]
title = "Choir"
kind = "program"
centre = [0, 0]
program = '''
if (_x_ < -5 \\/ _x_ > 5 \\/ _y_ < -5 \\/ _y_ > 5) then { _result_ := -1 }
else { if ((_x_ + _y_) % 4 = 0) then { _result_ := 3 } }
'''

[[board.square]]
id = 0
name = "plain"
letter = 1

# Three points for each vowel of the word, after the letters have been added up.
[[board.square]]
id = 3
name = "choir"
[board.square.steps]
0 = "_result_ := pointValue(_pos_) + _acc_"
1 = '''
declare i;
_result_ := _acc_;
while (i < wordLength) do {
  if (isVowel(charValue(i))) then { _result_ := _result_ + 3 };
  i := i + 1
}
'''
`,
} as const;

export type TemplateName = keyof typeof TEMPLATES;
