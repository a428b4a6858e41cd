// Builds the page again and compares it, byte by byte, with the one that is committed in crates/page/dist.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const web = join(import.meta.dirname, "..");
/** How many bytes of script, compressed with gzip, a reader may load to see a page first, and to see all of them. */
const LIMITS = { Home: 40_000, Game: 60_000, all: 200_000 };
/** The texts that a page shows first in. */
const TEXTS = { Home: ["base"], Game: ["base", "game"] };

/** Compressed files are compared by their content, because compressors differ. */
const OPENERS = { ".br": brotliDecompressSync, ".gz": gunzipSync };
const content = (name, bytes) => OPENERS[name.slice(-3)]?.(bytes) ?? bytes;

/** Every file below a folder with its bytes. */
function files(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}

function differences(committed, built) {
  const names = new Set([...committed.keys(), ...built.keys()]);
  const same = (name) =>
    committed.has(name) && built.has(name) && content(name, committed.get(name)).equals(content(name, built.get(name)));
  return [...names].filter((name) => !same(name));
}

/** A script and the scripts that it cannot start without. */
function needed(built, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const imports = built
    .get(name)
    .toString()
    .matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g);
  for (const [, other] of imports) needed(built, `assets/${other}`, found);
  return found;
}

/** What a reader loads in the longest language: to see the home page or a game first, and to see all pages. */
function weigh(built, ending) {
  const size = (name) => (built.get(name + ending) ?? built.get(name)).length;
  const scripts = [...built.keys()].filter((name) => name.endsWith(".js"));
  const named = (start) => scripts.filter((name) => name.startsWith(`assets/${start}-`));
  const texts = scripts.filter((name) => /^assets\/[a-z]{2}-[a-z]+-/.test(name));
  const partOf = (name) => name.split("-")[1];
  const longest = (part) => Math.max(...texts.filter((name) => partOf(name) === part).map(size));
  const spoken = (parts) => parts.map(longest).reduce((sum, each) => sum + each, 0);
  const weight = (names, parts) => [...names].map(size).reduce((sum, each) => sum + each, spoken(parts));
  const first = (page) =>
    weight(new Set([...needed(built, named("page")[0]), ...needed(built, named(page)[0])]), TEXTS[page]);
  const all = weight(
    scripts.filter((name) => !texts.includes(name)),
    [...new Set(texts.map(partOf))],
  );
  return { Home: first("Home"), Game: first("Game"), all };
}

/** Says what a reader loads, and fails if it is too much. */
function checkWeight(built) {
  const gzip = weigh(built, ".gz"),
    brotli = weigh(built, ".br");
  const names = { Home: "the home page", Game: "a game", all: "all pages" };
  for (const [what, limit] of Object.entries(LIMITS)) {
    console.log(`script for ${names[what]}: ${gzip[what]} bytes with gzip, ${brotli[what]} with brotli`);
    if (gzip[what] > limit)
      throw new Error(`A reader loads ${gzip[what]} bytes of script for ${names[what]}; the limit is ${limit}.`);
  }
}

const out = mkdtempSync(join(tmpdir(), "quixotry-dist-"));
try {
  execFileSync(join(web, "node_modules/.bin/vite"), ["build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: web,
    stdio: "inherit",
  });
  const built = files(out);
  const changed = differences(files(join(web, "../crates/page/dist")), built);
  checkWeight(built);
  if (changed.length > 0)
    throw new Error(
      `crates/page/dist is not what the sources build: ${changed.join(", ")}. Run npm run build and commit it.`,
    );
  console.log("crates/page/dist is what the sources build");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
