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

/** A use case has its endpoint's name, or exports a function of that name; one that is a single expression stays in its module's routes. */
function fileOf(qualifiedName, module) {
  const name = qualifiedName.split(".").at(-1);
  const useCase = `${module}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const ofModule = sourceFiles.filter((each) => each.startsWith(`${module}/`));
  const text = (each) => readFileSync(join(serverSource, each), "utf8");
  const file =
    ofModule.find((each) => each === useCase) ??
    ofModule.find((each) => new RegExp(`export (async )?function ${name}\\b`).test(text(each))) ??
    ofModule.find((each) => each.endsWith("routes.ts") && text(each).includes(name));
  if (!file) throw new Error(`the endpoint ${name} is mounted nowhere`);
  return relative(root, join(serverSource, file));
}

function endpointIndex() {
  const rows = endpoints.map(([name, endpoint]) => {
    const paths = [contract.fullPath(endpoint), ...(endpoint.aliases ?? [])].map((path) => `\`${path}\``).join(", ");
    return `| ${endpoint.method} | ${paths} | ${endpoint.access} | ${endpoint.audited ? endpoint.audited.calls.replaceAll("_", " ") : "denials"} | \`${name}\` | ${fileOf(name, endpoint.module)} |`;
  });
  return [
    "# Endpoints",
    "",
    "Made by `npm run generate` from `packages/contract`; do not edit.",
    "",
    "| Method | Path | Access | Audited | Contract value | File |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
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
