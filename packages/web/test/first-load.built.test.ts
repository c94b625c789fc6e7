import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, "utf8")) as Record<string, Chunk>;

/** All static dependencies of a chunk. */
function needs(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const other of chunk.imports ?? []) needs(other, seen);
  return seen;
}

/** Compressed with gzip, which all browsers support; Brotli is smaller. */
function compressedBytes(file: string): number {
  try {
    return statSync(`${DIST}${file}.gz`).size;
  } catch {
    return statSync(DIST + file).size;
  }
}

/** What the registry page loads before it shows anything. */
function firstFiles(): string[] {
  const files = needs("index.html");
  return [...needs("src/pages/registry/registry-page.tsx", files)];
}

test("the registry page loads less than 200 kB of compressed script", () => {
  const bytes = firstFiles()
    .map(compressedBytes)
    .reduce((a, b) => a + b, 0);
  expect(bytes).toBeLessThan(200_000);
});

test("the registry page loads few files at first, and nothing of what opens later", () => {
  const files = firstFiles();
  expect(files.length).toBeLessThan(8);
  const text = files.map((file) => readFileSync(DIST + file, "utf8")).join("");
  // The names that Radix gives to the scopes of its focus and of its messages.
  expect(text).not.toMatch(/focusScope\.autoFocusOnMount|ToastViewport/);
});

test("the font of all text is preloaded, and comes from our own files", () => {
  const page = readFileSync(`${DIST}index.html`, "utf8");
  const [, font = ""] = /<link rel="preload" as="font"[^>]* href="\/([^"]+)"/.exec(page) ?? [];
  expect(font).toMatch(/^assets\/geist-latin-.*\.woff2$/);
  expect(statSync(DIST + font).size).toBeLessThan(32_000);
  const styles = manifest["index.html"]?.css?.map((file) => readFileSync(DIST + file, "utf8")).join("") ?? "";
  expect(styles).toContain(`url(/${font})`);
  expect(styles).not.toMatch(/url\((?!\/assets\/)/);
});
