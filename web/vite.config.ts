import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a running server. */
const server = process.env.QUIXOTRY ?? "http://127.0.0.1:8080";

/** Nothing is rendered on the server, so what the framework has for taking that over is left out, over a kilobyte when squeezed. */
const noHydration: Plugin = {
  name: "no-hydration",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/svelte/src/internal/client/dom/hydration.js")) return null;
    const fixed = code
      .replace("export let hydrating = false", "export const hydrating = false")
      .replace("hydrating = value;", "");
    if (fixed.length === code.length) this.error("svelte says in another way that it hydrates");
    return { code: fixed, map: null };
  },
};

/** Every file that is worth it also squeezed, so that the server sends it without any work. */
const squeezed: Plugin = {
  name: "squeezed",
  apply: "build",
  writeBundle({ dir }) {
    const paths = readdirSync(dir!, { recursive: true, encoding: "utf8" }).map((name) => join(dir!, name));
    for (const path of paths.filter((path) => statSync(path).size > 512)) {
      if (!statSync(path).isFile()) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    }
  },
};

export default defineConfig({
  plugins: [svelte(), noHydration, squeezed],
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
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
});
