// The command as npm installs it, for the server to hand out: one archive without dependencies and without install scripts.
// The same content gives the same bytes, whatever the machine and the time, so that its digest identifies a build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "fflate";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Read by `packages/server/src/tack-download`. */
const TARGET = join(root, "packages/server/client");
/** The time that npm gives the files of every package. */
const MODIFIED = 499_162_500;
const BLOCK = 512;

const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** The header of one file in the format of POSIX.1-1988 (ustar), which every version of npm reads. */
function header(path, size, mode) {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for the archive`);
  block.write(path, 0);
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(MODIFIED, 12), 100);
  block.write(" ".repeat(8) + "0", 148);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function archive(files) {
  const entries = files.flatMap(({ path, content, mode = 0o644 }) => [
    header(`package/${path}`, content.length, mode),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}

export function packClient() {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const cli = join(root, "packages/cli");
  const { description } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
  const manifest = {
    name: "@tackroom/tack",
    version,
    description,
    license,
    engines,
    bin: { tack: "bin/tack.cjs" },
  };
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  const bundled = readdirSync(join(cli, "bundle")).filter((name) => name.endsWith(".cjs"));
  const files = [
    { path: "package.json", content: Buffer.from(manifestText) },
    { path: "bin/tack.cjs", content: readFileSync(join(cli, "bin/tack.cjs")), mode: 0o755 },
    ...bundled.toSorted().map((name) => ({
      path: `bundle/${name}`,
      content: readFileSync(join(cli, "bundle", name)),
    })),
    ...["LICENSE", "NOTICE"].map((name) => ({ path: name, content: readFileSync(join(root, name)) })),
  ];
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  // The compressor is a dependency with a fixed version: zlib's output differs between versions of Node.
  writeFileSync(join(TARGET, "tack.tgz"), gzipSync(archive(files), { level: 9, mtime: 0 }));
  writeFileSync(join(TARGET, "manifest.json"), manifestText);
}
