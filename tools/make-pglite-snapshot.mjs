// Makes packages/server/assets/pglite-cluster.tar.br: an empty PostgreSQL cluster of the pinned PGlite, so that a first
// start does not spend seconds in initdb. Run it after every change of PGlite's version; a test notices when it is old.
import { readFileSync, writeFileSync } from "node:fs";
import { constants, brotliCompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";

const assets = new URL("../packages/server/assets/", import.meta.url);
const manifest = new URL("../node_modules/@electric-sql/pglite/package.json", import.meta.url);

const cluster = await PGlite.create();
await cluster.exec("VACUUM FREEZE");
await cluster.exec("CHECKPOINT");
const tar = Buffer.from(await (await cluster.dumpDataDir("none")).arrayBuffer());
await cluster.close();

const packed = brotliCompressSync(tar, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  },
});
writeFileSync(new URL("pglite-cluster.tar.br", assets), packed);
writeFileSync(new URL("pglite-cluster.version", assets), `${JSON.parse(readFileSync(manifest, "utf8")).version}\n`);
console.log(`packed ${tar.length} bytes into ${packed.length}`);
