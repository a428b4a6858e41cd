/// <reference types="node" />

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** What one of Chromium, Firefox and Safari lacks, or had last only recently. */
const MISSING = [
  "text-wrap: pretty",
  "scrollbar-color",
  "field-sizing",
  "interpolate-size",
  "anchor-name",
  "position-anchor",
  "@starting-style",
  "view-transition",
  "@scope",
  "animation-timeline",
  "popover=",
  "scroll-state(",
  "sibling-index(",
  "if(style",
  "startViewTransition",
  "navigation.navigate",
  "scheduler.",
  "showOpenFilePicker",
  "navigator.share(",
  "Temporal.",
  "RegExp.escape",
  "Promise.try",
  "Iterator.from",
  "moveBefore(",
  "requestIdleCallback",
  "EyeDropper",
  "Document.parseHTML",
];

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.(svelte|css|ts)$/.test(name) && !name.endsWith(".test.ts"),
);

describe("the page uses", () => {
  test("nothing that a current browser lacks", () => {
    expect(SOURCES.length).toBeGreaterThan(50);
    const found = SOURCES.flatMap((name) => {
      const text = readFileSync(join(import.meta.dirname, name), "utf8");
      return MISSING.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`);
    });
    expect(found).toEqual([]);
  });

  test("no style attribute, inline script or handler that the policy of the server would refuse", () => {
    const page = readFileSync(join(import.meta.dirname, "../index.html"), "utf8");
    expect(page).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/);
    const styled = SOURCES.filter((name) => / style="/.test(readFileSync(join(import.meta.dirname, name), "utf8")));
    expect(styled).toEqual([]);
  });

  const sourcesWith = (pattern: RegExp): string[] =>
    SOURCES.filter((name) => pattern.test(readFileSync(join(import.meta.dirname, name), "utf8")));

  test("no text as HTML or script", () => {
    expect(
      sourcesWith(/\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/),
    ).toEqual([]);
  });

  test("no address that leaves the path below which the site is served", () => {
    const absolute =
      /(href|src|action)="\/|(fetch|register|assign|go|pushState|replaceState)\([^)]*["`]\/(?!\/)|location\.(origin|host)\b(?! )/;
    expect(sourcesWith(absolute)).toEqual([]);
  });
});
