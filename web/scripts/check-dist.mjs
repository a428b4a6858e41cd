// Builds the page again and compares it, byte by byte, with the one that is committed in crates/page/dist.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const web = join(import.meta.dirname, "..");
const LIMIT = 60_000;

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

/** What a reader loads who sees every page in the longest language, and all languages together. */
function weigh(built, ending) {
  const scripts = [...built].filter(([name]) => name.endsWith(`.js${ending}`));
  const size = ([, bytes]) => bytes.length,
    isLanguage = ([name]) => /assets\/(en|de|fr|es)-/.test(name);
  const rest = scripts
    .filter((each) => !isLanguage(each))
    .map(size)
    .reduce((sum, each) => sum + each, 0);
  const languages = scripts.filter(isLanguage).map(size);
  return { one: rest + Math.max(...languages), all: rest + languages.reduce((sum, each) => sum + each, 0) };
}

const out = mkdtempSync(join(tmpdir(), "quixotry-dist-"));
try {
  execFileSync(join(web, "node_modules/.bin/vite"), ["build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: web,
    stdio: "inherit",
  });
  const built = files(out);
  const changed = differences(files(join(web, "../crates/page/dist")), built);
  const gzip = weigh(built, ".gz"),
    brotli = weigh(built, ".br");
  console.log(
    `script: ${gzip.one} bytes with gzip, ${brotli.one} with brotli for one reader; ${gzip.all} and ${brotli.all} in all languages`,
  );
  if (gzip.one > LIMIT)
    throw new Error(`A reader loads ${gzip.one} bytes of compressed script; the limit is ${LIMIT}.`);
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
