import { type ChosenServer, chooseServer, nearestFolder, packageFolders } from "./choose-server.js";
import { describeServer } from "./describe-server.js";
import { Project, type SourceText } from "./evaluation/project.js";
import type { Language } from "./evaluation/language.js";
import type { Findings, FoundTool } from "./findings.js";
import { findInGo } from "./go/find-in-go.js";
import { go } from "./go/go.js";
import { LIMITS, singleLine } from "./limits.js";
import { listIssues } from "./list-issues.js";
import { type PackageManifest, readPackages } from "./manifests/packages.js";
import { findInPython } from "./python/find-in-python.js";
import { python } from "./python/python.js";
import { readFiles } from "./read-files.js";
import type { About, AnalyzedTool, RepositoryAnalysis, SourceFile } from "./repository-analysis.js";
import type { Grammar, Parsers } from "./syntax/parsers.js";
import { findInTypescript } from "./typescript/find-in-typescript.js";
import { typescript } from "./typescript/typescript.js";

interface LanguageOfServers {
  readonly language: Language;
  readonly files: RegExp;
  readonly grammarOf: (path: string) => Grammar;
  readonly find: (project: Project) => Findings;
}

/** A language that servers are written in is a row here, and a folder. */
const LANGUAGES: readonly LanguageOfServers[] = [
  { language: python, files: /\.py$/u, grammarOf: () => "python", find: findInPython },
  {
    language: typescript,
    files: /\.[cm]?[jt]sx?$/u,
    // `<T>x` is a type assertion in one grammar and the beginning of an element in the other. JavaScript is read as TSX.
    grammarOf: (path) => (/\.[cm]?ts$/u.test(path) ? "typescript" : "tsx"),
    find: findInTypescript,
  },
  { language: go, files: /\.go$/u, grammarOf: () => "go", find: findInGo },
];

/** What belongs to one of several servers, and nobody said which. */
const UNDECIDED = {
  framework: null,
  environment_variables: [],
  docker_image: null,
  docker_image_suggested: null,
  command: null,
  args: [],
};

/** Says what the MCP server in these files offers. Nothing of them is run. */
export function analyzeRepository(files: readonly SourceFile[], about: About, parsers: Parsers): RepositoryAnalysis {
  const { sources, manifests, issues } = readFiles(files);
  const packages = readPackages(manifests);
  const found = LANGUAGES.map((each) => findInLanguage(each, sources, { packages, parsers }));
  const all = {
    tools: found.flatMap(({ findings }) => findings.tools),
    servers: found.flatMap(({ findings }) => findings.servers),
    variables: found.flatMap(({ findings }) => findings.variables),
    issues: found.flatMap(({ findings }) => findings.issues),
  };
  const choice = chooseServer(all.tools, packages, about.repositoryName);
  const server: ChosenServer = choice.kind === "one" ? choice.server : { home: "", folders: new Set([""]) };
  const folders = packageFolders(packages);
  const isOwn = ({ path }: { readonly path: string }): boolean => server.folders.has(nearestFolder(path, folders));
  const tools = choice.kind === "one" ? distinct(all.tools.filter(isOwn)) : [];
  const own = { tools, servers: all.servers.filter(isOwn), variables: all.variables.filter(isOwn) };
  return {
    ...describeServer({ ...own, sources, manifests, packages, home: server.home }, about),
    ...(choice.kind === "several" ? UNDECIDED : {}),
    tools: withinBytes(tools.slice(0, LIMITS.tools).map(analyzedTool)),
    issues: listIssues({
      choice,
      tools,
      issues: [...issues, ...all.issues.filter(isOwn).map(({ text }) => text)],
      servers: own.servers,
      unparsed: found.flatMap(({ unparsed }) => unparsed),
    }),
  };
}

function findInLanguage(
  { language, files, grammarOf, find }: LanguageOfServers,
  sources: readonly SourceText[],
  { packages, parsers }: { packages: readonly PackageManifest[]; parsers: Parsers },
): { findings: Findings; unparsed: string[] } {
  const own = sources.filter(({ path }) => files.test(path));
  const named = new Map(packages.filter(({ name }) => name !== "").map(({ name, folder }) => [name, folder]));
  const project = new Project({ language, files: own, packages: named, parsers, grammarOf });
  const findings = find(project);
  return { findings, unparsed: [...project.unparsed] };
}

/** A tool that is registered in several ways, such as by two transports, is one; the one that says the most counts. */
function distinct(tools: readonly FoundTool[]): FoundTool[] {
  const byName = new Map<string, FoundTool>();
  for (const tool of tools) {
    const name = singleLine(tool.name);
    const before = byName.get(name);
    if (name !== "" && (!before || saysMore(tool, before))) byName.set(name, { ...tool, name });
  }
  return [...byName.values()];
}

const saysMore = (tool: FoundTool, before: FoundTool): boolean =>
  tool.docstring !== "" && (before.docstring === "" || schemaRank(tool) > schemaRank(before));

/** None, one that is implied, one that is written with the tool. */
function schemaRank({ schema, isSchemaImplied }: FoundTool): number {
  if (schema === undefined) return 0;
  return isSchemaImplied === true ? 1 : 2;
}

/** Once there is too much of them, tools have names only. */
function withinBytes(tools: readonly AnalyzedTool[]): AnalyzedTool[] {
  let bytes = 0;
  return tools.map((tool) => {
    bytes += JSON.stringify(tool).length;
    return bytes > LIMITS.toolBytes ? { name: tool.name, docstring: "" } : tool;
  });
}

function analyzedTool({ name, docstring, schema }: FoundTool): AnalyzedTool {
  const isSmall = schema !== undefined && JSON.stringify(schema).length <= LIMITS.schemaBytes;
  return {
    name,
    docstring: docstring.trim().slice(0, LIMITS.docstringLength),
    ...(isSmall ? { input_schema: schema } : {}),
  };
}
