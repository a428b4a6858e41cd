import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a running server. */
const server = process.env.QUIXOTRY ?? "http://127.0.0.1:8080";

/** Modules that only a game needs. */
const OF_A_GAME =
  /\/src\/(game\/(?!names|terms|clock|new-game)|parts\/(Actions|Board|Dialog|KeyList|Later|Menu|Message|Rack|Terms|link|sit-down))/;

/** Texts are named after their language and what they are for: `de-game`. */
function textsName(id: string | null | undefined): string | null {
  const found = /\/texts\/(..)\/(\w+)\.ts$/.exec(id ?? "");
  return found && `${found[1]}-${found[2]}`;
}

/** Leaves out the hydration code of Svelte, more than 1 kB compressed: nothing is rendered on the server. */
const noHydration: Plugin = {
  name: "no-hydration",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/svelte/src/internal/client/dom/hydration.js")) return null;
    const fixed = code
      .replace("export let hydrating = false", "export const hydrating = false")
      .replace("hydrating = value;", "");
    if (fixed.length === code.length) this.error("the hydration code of Svelte has changed");
    return { code: fixed, map: null };
  },
};

/** Writes the service worker: with the files of the shell, and a name that changes with them. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  generateBundle(_, bundle) {
    const shell = Object.keys(bundle).filter((name) => /assets\/(page|shared|Home|style|en-base)-/.test(name));
    const digest = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 12);
    const files = JSON.stringify(["./", ...shell.sort()]);
    const source = readFileSync(new URL("src/worker.js", import.meta.url), "utf8")
      .replace("self.SHELL_NAME", JSON.stringify(`quixotry-${digest}`))
      .replace("self.SHELL", files);
    this.emitFile({ type: "asset", fileName: "sw.js", source });
  },
};

/** Also writes compressed copies of all larger files that are not compressed already, so that the server need not compress them. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir }) {
    const paths = readdirSync(dir!, { recursive: true, encoding: "utf8" }).map((name) => join(dir!, name));
    for (const path of paths.filter((path) => statSync(path).size > 512 && !path.endsWith(".png"))) {
      if (!statSync(path).isFile()) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  },
};

export default defineConfig({
  // Addresses are relative: the server writes its path into `<base>` of index.html.
  base: "./",
  plugins: [svelte(), noHydration, serviceWorker, compressed],
  build: {
    outDir: "../crates/page/dist",
    emptyOutDir: true,
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/page-[hash].js",
        chunkFileNames: ({ facadeModuleId }) => `assets/${textsName(facadeModuleId) ?? "[name]"}-[hash].js`,
        assetFileNames: "assets/[name]-[hash][extname]",
        // One file for what several pages need: many small ones compress badly.
        codeSplitting: {
          groups: [
            { name: "shared", test: (id) => !OF_A_GAME.test(id), minShareCount: 2, priority: 2 },
            // What only the parts of a game share: other pages do without it.
            { name: "table", minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
});
