// Fetches the grammars of the languages that the source analysis reads: node tools/make-grammars.mjs
//
// Their npm packages bring C sources of up to 40 MB and an install script that looks for a native build. The server needs neither,
// only the WebAssembly in them, so that is what is kept in packages/server/assets/grammars. The digests pin what was reviewed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../packages/server/assets/grammars/", import.meta.url));

const PACKAGES = [
  {
    name: "tree-sitter-python@0.25.0",
    files: {
      "tree-sitter-python.wasm": "16108b50df4ee9a30168794252ab55e7c93bfc5765d7fa0aa3e335752c515f47",
    },
  },
  {
    name: "tree-sitter-go@0.25.0",
    files: {
      "tree-sitter-go.wasm": "9504573f352b20be7f2f1911754d710622aedc15afff16d5ed8fb5645681aee7",
    },
  },
  {
    name: "tree-sitter-typescript@0.23.2",
    files: {
      "tree-sitter-typescript.wasm": "778025db5a8be0e70f8ccc3671e486dfeddd048c25d9e8a70c26de2e1bf6f97d",
      "tree-sitter-tsx.wasm": "79e5da75ea62855a0cd67177685f0164eac87d5f630b3cbe1e0a099751ad30f8",
    },
  },
];

const stage = mkdtempSync(join(tmpdir(), "tack-grammars-"));
mkdirSync(target, { recursive: true });
for (const { name, files } of PACKAGES) {
  // Packing an npm package runs none of its scripts.
  const options = { cwd: stage, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", name], options));
  execFileSync("tar", ["-xzf", filename], { cwd: stage });
  for (const [file, digest] of Object.entries(files)) {
    const bytes = readFileSync(join(stage, "package", file));
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== digest) throw new Error(`${file} of ${name} has the digest ${found}, not ${digest}`);
    writeFileSync(join(target, file), bytes);
    console.log(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB`);
  }
  rmSync(join(stage, "package"), { recursive: true });
}
rmSync(stage, { recursive: true });
