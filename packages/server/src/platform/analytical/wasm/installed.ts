import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { StartupError } from "../../startup-error.js";

const FOLDER = new URL("../../../../wasm-engine/", import.meta.url);
const MODULE = new URL("node_modules/chdb-wasm/dist/chdb.mjs", FOLDER);
/** The first Node.js with 64-bit memory in WebAssembly. */
const OLDEST_NODE = 23;

const NATIVE_PACKAGES = ["darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-x64-gnu"].map(
  (platform) => `@chdb/lib-${platform}/package.json`,
);

/** npm installs the one that fits this machine, if there is one. */
export function hasNativeChdb(): boolean {
  const require = createRequire(import.meta.url);
  return NATIVE_PACKAGES.some((name) => {
    try {
      return require.resolve(name) !== "";
    } catch {
      return false;
    }
  });
}

export interface WasmEngine {
  /** Emscripten's module, as a URL. */
  readonly module: string;
  /** The Node.js to run it with. */
  readonly node: string;
}

/** What `wasm-engine/install.cjs` installed. */
export function findWasmEngine(): WasmEngine {
  const node = nodeForEngine();
  if (existsSync(MODULE) && node) return { module: MODULE.href, node };
  throw new StartupError(
    `The embedded analytical store (chDB) is not available for ${process.platform}-${process.arch}: there is neither a native build nor ` +
      `${existsSync(MODULE) ? `Node.js ${OLDEST_NODE} or newer to run the WebAssembly build` : "the WebAssembly build"}. ` +
      `Run npm start or tack server start with Node.js 24, or npm ci in ${fileURLToPath(FOLDER)}, or set CLICKHOUSE_URL to a ClickHouse server.`,
  );
}

function nodeForEngine(): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  const platform = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const path = fileURLToPath(new URL(`node_modules/node-${platform}-${process.arch}/bin/${program}`, FOLDER));
  return existsSync(path) ? path : undefined;
}
