import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const OUT = fileURLToPath(new URL("dist/", import.meta.url));
const TEXT = /\.(css|html|js|svg)$/;
/** Smaller files fit in one packet anyway. */
const WORTH_COMPRESSING_BYTES = 1000;

/**
 * Every page runs most of these chunks, so browsers that support the comment compile them while they load instead of
 * function by function. It must be the first line, before what Vite inserts.
 */
function compiledAhead(): Plugin {
  return {
    name: "tackroom:compiled-ahead",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(join(OUT, "assets"))) {
        if (!/^(index|react|shared)-.*\.js$/.test(name)) continue;
        const path = join(OUT, "assets", name);
        writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, "utf8")}`);
      }
    },
  };
}

/** The server sends these precompressed files, so it never compresses anything itself. */
function compressed(): Plugin {
  return {
    name: "tackroom:compressed",
    apply: "build",
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        if (bytes.length < WORTH_COMPRESSING_BYTES) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        );
      }
    },
  };
}

/** The page that most visits start with: it is preloaded before the app requests it. */
function preloadsRegistry(): Plugin {
  return {
    name: "tackroom:preloads-registry",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {}, chunk: entry }) {
        const page = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("registry-page.tsx"),
        );
        if (page?.type !== "chunk") throw new Error("There is no chunk of registry-page.tsx to preload");
        const loaded = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
        return [page.fileName, ...page.imports]
          .filter((file) => !loaded.has(file))
          .map((file) => ({
            tag: "link",
            injectTo: "head",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          }));
      },
    },
  };
}

/** Every text is drawn with it, so it is loaded together with the styles and not after them. */
function preloadsFont(): Plugin {
  return {
    name: "tackroom:preloads-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /\/geist-latin-wght-normal-[^/]+\.woff2$/.test(file));
        if (font === undefined) throw new Error("There is no font to preload");
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${font}` };
        return [{ tag: "link", injectTo: "head-prepend", attrs }];
      },
    },
  };
}

/** Loaded and compiled beside the rest of the app, which is as large. */
const isReact = (id: string): boolean => /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id);

/** What opens over a page, with the library that it needs: not for what a page shows at first. */
const opensLater = (id: string): boolean => /[\\/]web[\\/]src[\\/]ui[\\/](overlays|layout[\\/]tabs)/.test(id);

/** Bundles the modules that most pages use. Otherwise a page would load a dozen files of a few hundred bytes each. */
const isSmallAndShared = (id: string): boolean =>
  /[\\/](web[\\/]src[\\/](ui|api)|lucide-react)[\\/]|registry-rows|install-files|last-harness/.test(id) &&
  !/markdown|charts[\\/](?!sparkline)|live\./.test(id) &&
  !opensLater(id);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwind(), preloadsFont(), preloadsRegistry(), compiledAhead(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: true,
    // data: URLs would have to be allowed by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: isReact, tags: ["$initial"], priority: 3 },
            // Before the groups below, which would otherwise take with them what the app itself needs.
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "shared", test: isSmallAndShared, minShareCount: 2, priority: 1 },
            { name: "overlays", test: opensLater, minShareCount: 3 },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8031", ws: true }, "/docs": "http://127.0.0.1:8031" } },
});
