/** The colours of a rules file and of the programs in it. */

export interface Token {
  kind: "comment" | "text" | "number" | "word" | "name" | "plain";
  text: string;
}

/** In the order in which they are tried; programs stand in texts of several lines, whose marks are plain. */
const KINDS: [Token["kind"], RegExp][] = [
  ["comment", /^#[^\n]*|^\/\/[^\n]*/],
  ["plain", /^'''|^"""/],
  ["word", /^\[\[?[\w.]+\]?\]|^_[A-Za-z]+_|^\b(?:declare|if|then|else|while|do|true|false)\b/],
  ["text", /^"(?:[^"\\\n]|\\.)*"|^'[^'\n]*'/],
  ["number", /^-?\d+/],
  ["name", /^[A-Za-z_][\w-]*(?=\s*=(?!=))/],
  ["plain", /^[A-Za-z_]\w*|^\s+|^[^\w\s]/],
];

export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (let rest = text; rest !== "";) {
    const [kind, part] = tokenAt(rest);
    const last = found.at(-1);
    if (last?.kind === kind) last.text += part;
    else found.push({ kind, text: part });
    rest = rest.slice(part.length);
  }
  return found;
}

function tokenAt(rest: string): [Token["kind"], string] {
  for (const [kind, form] of KINDS) {
    const match = form.exec(rest);
    if (match) return [kind, match[0]];
  }
  return ["plain", rest[0]!];
}
