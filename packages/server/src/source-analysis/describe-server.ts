import { startOf } from "@tackroom/contract/shorten";
import type { SourceText } from "./evaluation/project.js";
import type { FoundServer, FoundTool, FoundVariable, Framework } from "./findings.js";
import { LIMITS, singleLine } from "./limits.js";
import { readDotenv } from "./manifests/dotenv.js";
import { type ComposeImages, composeImages, readmeImages } from "./manifests/images.js";
import type { PackageManifest } from "./manifests/packages.js";
import { descriptions, firstParagraph, readmeVariables } from "./manifests/readme.js";
import { readServerJson } from "./manifests/server-json.js";
import { mergeVariables } from "./manifests/variables.js";
import { folderOf, nameOf } from "./read-paths.js";
import type { About, AnalyzedVariable, RepositoryAnalysis } from "./repository-analysis.js";

const MAX_DESCRIPTION = 2000;

interface ServerParts {
  readonly tools: readonly FoundTool[];
  readonly servers: readonly FoundServer[];
  readonly variables: readonly FoundVariable[];
  readonly sources: readonly SourceText[];
  readonly manifests: readonly SourceText[];
  readonly packages: readonly PackageManifest[];
  readonly home: string;
}

type Described = Omit<RepositoryAnalysis, "tools" | "issues">;

/** Everything that is said of the server besides its tools: by its source, and by the manifests beside it or at the root. */
export function describeServer(parts: ServerParts, about: About): Described {
  const own = parts.packages.filter(({ folder }) => folder === parts.home);
  const manifests = parts.manifests.filter(({ path }) => folderOf(path) === parts.home || folderOf(path) === "");
  const image = imagesOf(manifests, about);
  return {
    name: nameOfServer(parts.servers, about),
    description: descriptionOf(parts.servers, own, manifests),
    version: ofKind(own, "python")?.version ?? ofKind(own, "npm")?.version ?? null,
    environment_variables: variablesOf(parts.variables, manifests),
    framework: frameworkOf(parts),
    ...image,
    ...commandOf(image.docker_image, own),
  };
}

const ofKind = (packages: readonly PackageManifest[], kind: PackageManifest["kind"]): PackageManifest | undefined =>
  packages.find((each) => each.kind === kind);

function nameOfServer(servers: readonly FoundServer[], { repositoryName }: About): string {
  const found = servers.flatMap(({ name }) => (name === undefined ? [] : [singleLine(name)]));
  return found.find((name) => name !== "") ?? singleLine(repositoryName);
}

function descriptionOf(
  servers: readonly FoundServer[],
  own: readonly PackageManifest[],
  manifests: readonly SourceText[],
): string {
  const candidates = [
    ...servers.map(({ description }) => description ?? ""),
    ofKind(own, "python")?.description ?? "",
    ofKind(own, "npm")?.description ?? "",
    ...withName(manifests, /^server\.json$/u).map(({ text }) => readServerJson(text).description),
    ...readmes(manifests).map(({ text }) => firstParagraph(text)),
  ];
  return startOf((candidates.find((each) => each.trim() !== "") ?? "").trim(), MAX_DESCRIPTION);
}

const withName = (manifests: readonly SourceText[], name: RegExp): SourceText[] =>
  manifests.filter(({ path }) => name.test(nameOf(path)));
const readmes = (manifests: readonly SourceText[]): SourceText[] => withName(manifests, /^readme/iu);

/** Descriptions come from the first source that has one, in the order of the specification. */
function variablesOf(found: readonly FoundVariable[], manifests: readonly SourceText[]): AnalyzedVariable[] {
  const said = new Map(readmes(manifests).flatMap(({ text }) => [...descriptions(text)]));
  const merged = mergeVariables([
    ...withName(manifests, /^server\.json$/u).flatMap(({ text }) => readServerJson(text).variables),
    ...readmes(manifests).flatMap(({ text }) => readmeVariables(text)),
    ...withName(manifests, /^\.env/u).flatMap(({ text }) => readDotenv(text)),
    ...found.map(({ name }) => ({ name, description: said.get(name) ?? "" })),
  ]);
  return merged
    .slice(0, LIMITS.variables)
    .map(({ name, description }) => ({ name, description: singleLine(description, 1000) }));
}

const FASTMCP = /^[ \t]{0,12}(?:from|import) (?:fastmcp|mcp\.server\.fastmcp)\b/mu;
const MCP = /^[ \t]{0,12}(?:from|import) mcp\b/mu;
const GO_SDKS = ["github.com/mark3labs/mcp-go", "github.com/modelcontextprotocol/go-sdk"];

/** By the language that most tools are in; without tools, by whichever is used at all. */
function frameworkOf({ tools, sources, packages }: ServerParts): Framework | null {
  const count = (ending: RegExp): number => tools.filter(({ path }) => ending.test(path)).length;
  const hasDependency = (...names: readonly string[]): boolean =>
    packages.some(({ dependencies }) => names.some((name) => dependencies.has(name)));
  const inPython = (pattern: RegExp): boolean =>
    sources.some(({ path, text }) => path.endsWith(".py") && pattern.test(text));
  const candidates: { framework: Framework; isUsed: boolean; tools: number }[] = [
    { framework: "fastmcp", isUsed: inPython(FASTMCP), tools: count(/\.py$/u) },
    { framework: "python-sdk", isUsed: inPython(MCP), tools: count(/\.py$/u) },
    {
      framework: "fastmcp",
      isUsed: hasDependency("fastmcp") && count(/\.[cm]?[jt]sx?$/u) > 0,
      tools: count(/\.[cm]?[jt]sx?$/u),
    },
    {
      framework: "typescript-sdk",
      isUsed: hasDependency("@modelcontextprotocol/sdk", "@modelcontextprotocol/server"),
      tools: count(/\.[cm]?[jt]sx?$/u),
    },
    { framework: "go-sdk", isUsed: hasDependency(...GO_SDKS), tools: count(/\.go$/u) },
  ];
  const used = candidates.filter(({ isUsed }) => isUsed).toSorted((a, b) => b.tools - a.tools);
  return used[0]?.framework ?? null;
}

type Images = Pick<RepositoryAnalysis, "docker_image" | "docker_image_suggested">;

function imagesOf(manifests: readonly SourceText[], { repositoryName }: About): Images {
  const isOwn = (image: string): boolean => isServerImage(image, repositoryName);
  const composed: ComposeImages[] = withName(manifests, /^(?:docker-)?compose(?:\.[a-z0-9-]+)?\.ya?ml$/iu).map(
    ({ text }) => composeImages(text, isOwn),
  );
  const shown = readmes(manifests).map(({ text }) => readmeImages(text, isOwn));
  const declared = [...composed, ...shown].map((each) => each.declared).find((image) => image !== null) ?? null;
  const isBuilt = composed.some(({ hasBuild }) => hasBuild) || withName(manifests, /^dockerfile$/iu).length > 0;
  const built = shown.map((each) => each.built).find((image) => image !== null);
  const own = `${repositoryName.toLowerCase().replaceAll(/[^a-z0-9._-]+/gu, "-")}:latest`;
  return { docker_image: declared, docker_image_suggested: declared === null && isBuilt ? (built ?? own) : null };
}

/** Programs that servers are tried or run with. */
const TOOLS_AROUND = /(?:^|\/)(?:mcp-)?(?:inspector|proxy|gateway|mcpo|supergateway|mcphost)\b/u;

/** A database beside the server has the name of what the server is for, and not that of the server. */
const isServerImage = (image: string, repositoryName: string): boolean =>
  (image.includes("mcp") || image.includes(repositoryName.toLowerCase())) && !TOOLS_AROUND.test(image);

type Command = Pick<RepositoryAnalysis, "command" | "args">;

function commandOf(image: string | null, own: readonly PackageManifest[]): Command {
  if (image !== null) return { command: "docker", args: ["run", "-i", "--rm", image] };
  const npm = ofKind(own, "npm");
  if (npm && npm.name !== "" && npm.commands.length > 0) return { command: "npx", args: ["-y", npm.name] };
  const python = ofKind(own, "python");
  const script = python?.commands.find((each) => each === python.name) ?? python?.commands[0];
  if (!python || python.name === "" || script === undefined) return { command: null, args: [] };
  return { command: "uvx", args: script === python.name ? [script] : ["--from", python.name, script] };
}
