// Completes package-lock.json so that `npm ci` accepts it: node tools/fix-lock.mjs [lock file]
//
// Native packages list one optional package per platform (@oxlint/binding-darwin-arm64, …). Where a registry mirror lacks
// some of them, `npm install` silently leaves them out of the lock, and `npm ci` then refuses that lock as incomplete.
// Each missing one gets an entry that says for which platform it is, so npm passes over it elsewhere. The entries carry no
// integrity: where the package does exist, npm still fetches it. Run after every `npm install`; a second run adds nothing.
import { readFileSync, writeFileSync } from "node:fs";

const OPERATING_SYSTEMS = [
  "darwin",
  "linux",
  "win32",
  "freebsd",
  "android",
  "openharmony",
  "sunos",
  "aix",
  "netbsd",
  "openbsd",
];
// "arm-" with its dash, or it would match arm64 too.
const PROCESSORS = ["arm64", "x64", "ia32", "arm-", "ppc64", "s390x", "riscv64", "loong64", "mips64el", "wasm32"];
const EXACT_VERSION = /^\d+[.]\d+[.]\d+\S*$/;

/** The locked entry that Node would find: in the dependent's own node_modules, or else in those above it. */
function lockedFor(packages, dependent, name) {
  for (let folder = dependent; ; folder = parentOf(folder)) {
    const entry = packages[pathIn(folder, name)];
    if (entry || folder === "") return entry;
  }
}

function pathIn(folder, name) {
  return folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
}

function parentOf(folder) {
  const start = folder.lastIndexOf("node_modules/");
  return start <= 0 ? "" : folder.slice(0, start - 1);
}

function stub(name, version) {
  const os = OPERATING_SYSTEMS.find((it) => name.includes(it));
  const cpu = PROCESSORS.find((it) => name.includes(it))?.replace("-", "");
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    license: "MIT",
    optional: true,
    ...systemOf(os, cpu),
    ...libcOf(name, os),
  };
}

function systemOf(os, cpu) {
  if (os) return { os: [os] };
  // A name that tells no platform must not be fetched anywhere; WebAssembly runs everywhere.
  return cpu === "wasm32" ? {} : { os: ["none"] };
}

function libcOf(name, os) {
  if (name.includes("musl")) return { libc: ["musl"] };
  return os === "linux" && name.includes("gnu") ? { libc: ["glibc"] } : {};
}

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
let added = 0;

for (const [dependent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const locked = lockedFor(lock.packages, dependent, name);
    if (!EXACT_VERSION.test(version) || locked?.version === version) continue;
    // Two versions of one native package want two versions of its parts: the second goes below its dependent.
    lock.packages[pathIn(locked ? dependent : "", name)] = stub(name, version);
    added += 1;
  }
}

if (added > 0) {
  const byPath = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(byPath) }, null, 2)}\n`);
}
console.log(`${file}: ${added} missing optional packages added`);
