// Writes src/generated/api.ts, the types of the server's messages, from the OpenAPI document that the program prints:
// npm run types. With --check it only compares the file with what it should be: npm run check-types.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const root = join(import.meta.dirname, "../..");
const PROGRAM = process.env.PROGRAM ?? join(root, "target/debug/quixotry");
const FILE = join(root, "web/src/generated/api.ts");
const HEAD = "// Made by `npm run types` from the OpenAPI document of the server. Do not edit.\n\n";

async function generate() {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run cargo build, or name the program as PROGRAM.`);
  const document = execFileSync(PROGRAM, ["serve", "--openapi"], { encoding: "utf8", maxBuffer: 1 << 26 });
  return HEAD + astToString(await openapiTS(JSON.parse(document), { arrayLength: true }));
}

function compare(text) {
  if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== text)
    throw new Error(
      "web/src/generated/api.ts is not what the server describes. Run cargo build, then npm run types in web/, and commit it.",
    );
  console.log("web/src/generated/api.ts is what the server describes");
}

try {
  const text = await generate();
  if (process.argv.includes("--check")) compare(text);
  else writeFileSync(FILE, text);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
