// The module law. tools/check-boundaries.mjs applies it to the tree, tools/boundaries.test.ts proves that it bites.

/** Lower ranks first. A module may use modules of the ranks before its own, never one beside it. */
const RANKS = [
  ["unsafe-text", "search-words"],
  ["audit", "settings", "inbox", "source-analysis"],
  ["auth"],
  ["teams"],
  ["registry"],
  ["review", "discovery", "git-sync", "feedback", "telemetry"],
  ["feeds"],
  [
    "activity",
    "agent-skills",
    "alerts",
    "budgets",
    "admin",
    "graphql",
    "mcp-authorization",
    "mcp-server",
    "health",
    "marketplace",
    "mcp-registry",
    "docs",
    "openapi",
    "policy",
    "config",
    "web-app",
    "tack-download",
  ],
];

/** Modules that may use less than their rank allows. */
const ONLY = { health: ["auth"] };

/** Modules that are pure functions from end to end, so that the core of any module above them may use them. */
const PURE_MODULES = ["unsafe-text", "search-words"];

/** The rooms of a large module, lower ones first. A room may use those before it; what lies at the module's root wires them. */
const ROOMS = {
  registry: ["core", "kinds", "stores", "access", "agents", "versions", "search", "installs", "items", "submissions"],
  auth: ["core", "stores", "signing", "passwords", "sessions", "accounts", "providers", "device", "keys"],
  "source-analysis": ["syntax", "evaluation", "manifests", "go", "python", "typescript"],
  telemetry: ["core", "stores", "canaries", "ingest", "sessions", "events", "dashboard", "scorecards", "retention"],
};

/** The families of the web app's components, in the same way. */
const UI_FAMILIES = ["theme", "actions", "feedback", "text", "overlays", "forms", "data", "layout", "charts"];

const MODULES = RANKS.flat();
const SRC = "^packages/server/src/";
const TESTS = ["[.]test[.]tsx?$", "^packages/server/test/"];
const BENCH = "^bench/";
const npmPackages = (names) => `(^|/node_modules/|^node_modules/)(${names})(/|$)`;
const TYPEBOX = npmPackages("typebox");
/** Formats and algorithms without I/O: code that uses them stays a function of its arguments (ADR 14). */
const PURE_LIBRARIES = npmPackages("canonicalize|diff|fflate|semver|smol-toml|stemmer|yaml");

/**
 * A package of ours by its folder (wherever a linked node_modules leads), and by its name while its dist is not built and
 * the name leads nowhere.
 */
const ours = (names) => `((^|/)packages/(${names})/|^@tackroom/(${names})(/|$))`;
const inModules = (names) => `${SRC}(${names.join("|")})/`;

function allowedBelow(name) {
  const rank = RANKS.findIndex((names) => names.includes(name));
  return ONLY[name] ?? RANKS.slice(0, rank).flat();
}

const onlyDownwards = MODULES.map((name) => ({
  name: `only-downwards/${name}`,
  comment: `${name} may use: ${["platform", ...allowedBelow(name)].join(", ")}.`,
  from: { path: `${SRC}${name}/` },
  to: { path: inModules(MODULES.filter((other) => other !== name && !allowedBelow(name).includes(other))) },
}));

/** Folders of which each may use those before it. */
function downwards(module, folder, names) {
  return [
    ...names.slice(0, -1).map((room, index) => ({
      name: `rooms-depend-downwards/${module}/${room}`,
      comment: `${module}/${room} may use: ${names.slice(0, index).join(", ") || "no other room"}.`,
      from: { path: `${folder}${room}/`, pathNot: TESTS },
      to: { path: `${folder}(${names.slice(index + 1).join("|")})/` },
    })),
    {
      name: `every-room-has-a-place/${module}`,
      comment: `A new room of ${module} needs its place in ROOMS in .dependency-cruiser.cjs.`,
      from: { path: `${folder}(?!(${names.join("|")})/)[^/]+/` },
      to: {},
    },
  ];
}

const walls = [
  ...Object.entries(ROOMS).flatMap(([module, names]) => downwards(module, `${SRC}${module}/`, names)),
  ...downwards("ui", "^packages/web/src/ui/", UI_FAMILIES),
];

const packages = [
  {
    name: "contract-imports-only-typebox",
    comment: "What crosses the wire needs no I/O and nothing of ours.",
    from: { path: "^packages/contract/src/", pathNot: TESTS },
    to: { pathNot: ["^packages/contract/src/", TYPEBOX] },
  },
  {
    name: "harness-imports-only-contract",
    comment: "Harnesses are pure functions over the contract: no node:*, no npm package but the pure ones.",
    from: { path: "^packages/harness/src/", pathNot: TESTS },
    to: { pathNot: ["^packages/harness/src/", ours("contract"), PURE_LIBRARIES] },
  },
  {
    name: "server-is-no-library",
    comment: "Only benchmarks and tests import the server; the CLI and the web speak HTTP through the contract.",
    from: { pathNot: [SRC, BENCH, ...TESTS] },
    to: { path: ours("server") },
  },
  {
    name: "server-does-not-import-itself-by-name",
    comment: "Inside the server, import by relative path.",
    from: { path: SRC, pathNot: TESTS },
    to: { path: ["^@tackroom/server(/|$)", "(^|/)packages/server/dist/"] },
  },
  {
    name: "server-knows-no-client",
    comment: "The server imports neither the CLI nor the web.",
    from: { path: "^packages/server/" },
    to: { path: ours("cli|web") },
  },
  {
    name: "clients-stand-alone",
    comment: "The CLI and the web share code through contract and harness only.",
    from: { path: "^packages/(cli|web)/" },
    to: { path: ours("cli|web"), pathNot: "^packages/$1/" },
  },
];

const rooms = [
  {
    name: "core-is-pure",
    comment:
      "core/ imports its own core, pure modules, contract, harness, typebox and pure libraries: no node:*, no store, no clock.",
    from: { path: `${SRC}([^/]+)/core/`, pathNot: TESTS },
    to: {
      pathNot: [`${SRC}$1/core/`, inModules(PURE_MODULES), ours("contract|harness"), TYPEBOX, PURE_LIBRARIES],
    },
  },
  {
    name: "pure-modules-are-pure",
    comment: "What every core may use imports nothing but its own files, contract, harness and pure libraries.",
    from: { path: inModules(PURE_MODULES), pathNot: TESTS },
    to: { pathNot: [inModules(PURE_MODULES), ours("contract|harness"), TYPEBOX, PURE_LIBRARIES] },
  },
  {
    name: "only-stores-touch-the-databases",
    comment:
      "Only *-store.ts, main.ts and platform itself may import the databases; others hold an opaque Db or Tx (tx.ts).",
    from: { path: SRC, pathNot: ["-store[.]ts$", `${SRC}main[.]ts$`, `${SRC}platform/`, ...TESTS] },
    to: { path: `${SRC}platform/(relational|analytical)(/|[.]ts$)`, pathNot: `${SRC}platform/relational/tx[.]ts$` },
  },
  {
    name: "only-stores-use-a-database-package",
    comment: "SQL belongs in *-store.ts and in platform, so the packages that run it do too.",
    from: { path: SRC, pathNot: ["-store[.]ts$", `${SRC}platform/`, ...TESTS] },
    to: { path: "(^|/node_modules/|^node_modules/)(kysely|pg|chdb|@clickhouse/client|@electric-sql/[^/]+)(/|$)" },
  },
  {
    name: "routes-never-touch-a-store",
    comment: "A route calls a use case; the use case calls the store.",
    from: { path: `${SRC}.*/routes[.]ts$` },
    to: { path: "-store[.]ts$" },
  },
];

const modules = [
  {
    name: "modules-meet-at-index",
    comment: "Another module is reached through its index.ts only.",
    from: { path: `${SRC}([^/]+)/`, pathNot: `${SRC}platform/` },
    to: { path: inModules(MODULES), pathNot: [`${SRC}$1/`, `${SRC}[^/]+/index[.]ts$`] },
  },
  {
    name: "app-meets-modules-at-index",
    comment: "app.ts and main.ts mount a module through its index.ts.",
    from: { path: `${SRC}[^/]+[.]ts$`, pathNot: TESTS },
    to: { path: inModules(MODULES), pathNot: `${SRC}[^/]+/index[.]ts$` },
  },
  {
    name: "app-is-on-top",
    comment: "No module and no part of platform imports app.ts, main.ts or what lies beside them.",
    from: { path: `${SRC}[^/]+/`, pathNot: TESTS },
    to: { path: `${SRC}[^/]+[.]ts$` },
  },
  {
    name: "platform-knows-no-module",
    comment: "platform declares hooks; app.ts plugs the modules in.",
    from: { path: `${SRC}platform/` },
    to: { path: `${SRC}(?!platform/)[^/]+/` },
  },
  {
    name: "every-module-has-a-rank",
    comment: "A new module needs its place in RANKS in .dependency-cruiser.cjs.",
    from: { path: `${SRC}(?!(platform|${MODULES.join("|")})/)[^/]+/` },
    to: {},
  },
  ...onlyDownwards,
];

const everywhere = [
  {
    name: "no-test-support-in-production",
    comment: "Only tests and benchmarks import packages/server/test.",
    from: { pathNot: [BENCH, ...TESTS] },
    to: { path: "^packages/server/(test|dist-test)/" },
  },
  {
    name: "tests-are-not-imported",
    comment: "Move what two tests share to packages/server/test.",
    from: {},
    to: { path: "[.]test[.]tsx?$" },
  },
  {
    name: "no-cycles",
    comment: "Type-only cycles count too: neither file can be read or deleted alone.",
    from: {},
    to: { circular: true },
  },
];

module.exports = {
  forbidden: [...packages, ...rooms, ...walls, ...modules, ...everywhere].map((rule) => ({
    severity: "error",
    ...rule,
  })),
  options: {
    // Without it, TypeScript 7 (which has no compiler API) leaves files unread and nothing says so.
    parser: "swc",
    doNotFollow: { path: ["(^|/)node_modules/", "(^|/)dist(-test)?/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "node", "default"] },
  },
};
