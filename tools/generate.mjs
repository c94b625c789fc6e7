// Writes what is derived from the code: docs/endpoints.md (where each endpoint lives), docs/openapi.json, and the table of
// paths that clients use.
// With --check it writes nothing and fails when a file is not what it would write. Needs a build (npm run build).
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const serverSource = join(root, "packages/server/src");
const fromServer = (path) => import(new URL(`../packages/server/dist/${path}`, import.meta.url).href);

const contract = await import(new URL("../packages/contract/dist/index.js", import.meta.url).href);
const endpoints = contract.listEndpoints(contract).map(({ name, endpoint }) => [name, endpoint]);

const sourceFiles = readdirSync(serverSource, { recursive: true })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .toSorted((a, b) => a.localeCompare(b));

/** A use case has its endpoint's name, as a file or as a function that a file of its module exports. */
function fileOf(qualifiedName, module) {
  const name = qualifiedName.split(".").at(-1);
  const useCase = `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const exported = new RegExp(`export (async )?function ${name}\\b`);
  const ofModule = sourceFiles.filter((each) => each.startsWith(`${module}/`));
  const file =
    ofModule.find((each) => each.endsWith(useCase)) ??
    ofModule.find((each) => exported.test(readFileSync(join(serverSource, each), "utf8")));
  if (!file)
    throw new Error(`No file of ${module} is called after the endpoint ${name} or exports a function of that name.`);
  return relative(root, join(serverSource, file));
}

const asPath = (path) => `\`${path.replace(/:(\w+)/g, "{$1}")}\``;

function endpointIndex() {
  const rows = new Map();
  for (const [name, endpoint] of endpoints) {
    const audited = endpoint.audited ? endpoint.audited.calls.replaceAll("_", " ") : "denials";
    const [type, ofKind] = name.includes(".") ? name.split(".") : [];
    const general = (path) => (type ? path.replace(`/${type}`, "/{type}") : path);
    const paths = [contract.fullPath(endpoint), ...(endpoint.aliases ?? [])].map(general);
    const value = type ? `{type}.${ofKind}` : name;
    const row = rows.get(value) ?? {
      method: endpoint.method,
      paths: new Map(),
      access: endpoint.access,
      audited,
      value,
    };
    for (const path of paths) row.paths.set(path, [...(row.paths.get(path) ?? []), type]);
    rows.set(value, { ...row, file: fileOf(name, endpoint.module) });
  }
  return [
    "# Endpoints",
    "",
    "Made by `npm run generate` from `packages/contract`; do not edit.",
    `\`{type}\` is one of ${contract.ITEM_TYPES.map((type) => `\`${type}\``).join(", ")}. Every kind has the same endpoints, unless a path names the kinds that have it.`,
    "",
    "| Method | Path | Access | Audited | Contract value | File |",
    "|---|---|---|---|---|---|",
    ...[...rows.values()].map(rowOf),
    "",
  ].join("\n");
}

function rowOf({ method, paths, access, audited, value, file }) {
  const shown = [...paths].map(([path, types]) => {
    const isOfAll = types.includes(undefined) || types.length === contract.ITEM_TYPES.length;
    return isOfAll ? asPath(path) : `${asPath(path)} (${types.join(", ")})`;
  });
  return `| ${method} | ${shown.join(", ")} | ${access} | ${audited} | \`${value}\` | ${file} |`;
}

/** For clients, which need the paths without the schemas. */
function endpointTable() {
  const rows = endpoints.map(([name, endpoint]) => {
    const key = name.includes(".") ? JSON.stringify(name) : name;
    return `  ${key}: "${endpoint.method} ${contract.fullPath(endpoint)}",`;
  });
  return [
    "// Made by `npm run generate`; do not edit. Method and path of every endpoint, by the name that `calls.ts` types it by.",
    "export const ENDPOINTS = {",
    ...rows,
    "} as const;",
    "",
  ].join("\n");
}

async function openApiDocument() {
  const [{ readConfig }, { createLog }, { openPlatform }, { buildApp }] = await Promise.all([
    fromServer("platform/config/index.js"),
    fromServer("platform/log.js"),
    fromServer("platform/platform.js"),
    fromServer("app.js"),
  ]);
  const directory = mkdtempSync(join(tmpdir(), "tack-generate-"));
  const { config } = readConfig({ env: { DATA_DIR: directory } });
  const platform = await openPlatform(config, createLog({ level: "warn", readable: false }));
  const app = await buildApp(platform);
  const { body } = await app.inject({ url: "/api/v1/openapi.json" });
  await app.close();
  await platform.close();
  rmSync(directory, { recursive: true, force: true });
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

const files = {
  "docs/endpoints.md": endpointIndex(),
  "docs/openapi.json": await openApiDocument(),
  "packages/contract/src/endpoint-table.ts": endpointTable(),
};
const read = (path) => {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
};
const stale = Object.keys(files).filter((path) => read(path) !== files[path]);
if (process.argv.includes("--check")) {
  for (const path of stale) console.error(`${path} is not up to date: run npm run generate`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const path of stale) writeFileSync(join(root, path), files[path]);
console.log(stale.length > 0 ? `wrote ${stale.join(", ")}` : "everything is up to date");
process.exit(0);
