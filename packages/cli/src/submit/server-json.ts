import { basename } from "node:path";
import { CliError } from "../errors.js";
import { draftIn, draftsIn, isDraft, present, textIn, type Draft } from "./submission.js";

/** What is submitted of a `server.json`, and what of it is not. */
export interface FromServerJson {
  readonly draft: Draft;
  readonly notes: readonly string[];
}

/** The MCP registry's `server.json`: its first package that can be started, or its first remote, or its repository. */
export function submissionOfServerJson(document: Draft, path: string): FromServerJson {
  const version = textIn(document, "version");
  const repository = textIn(draftIn(document, "repository"), "url");
  const reach =
    firstOf(draftsIn(document, "packages"), (entry) => packageReach(entry, version)) ??
    firstOf(draftsIn(document, "remotes"), (entry) => remoteReach(entry, path));
  if (reach === undefined && repository === undefined) {
    throw new CliError("validation", `${basename(path)} does not specify how to start or reach the server.`, {
      resource: path,
      remediation: "Add packages (npm, pypi, oci, nuget), remotes, or a repository.",
    });
  }
  const draft = present({
    // `io.github.acme/tracker`: the registry has its own namespaces.
    name: textIn(document, "title") ?? textIn(document, "name")?.split("/").at(-1),
    description: textIn(document, "description"),
    version,
    git_url: repository,
    ...reach?.draft,
  });
  return { draft, notes: reach?.notes ?? [] };
}

function firstOf(
  entries: readonly Draft[],
  read: (entry: Draft) => FromServerJson | undefined,
): FromServerJson | undefined {
  return entries.map(read).find((reach) => reach !== undefined);
}

type Argv = readonly [command: string, ...args: string[]];

/** How to start each type of package, at exactly that version. `more` are arguments for the runner itself. */
const RUNNERS: Readonly<Record<string, (id: string, version: string | undefined, more: readonly string[]) => Argv>> = {
  npm: (id, version, more) => ["npx", "-y", ...more, version === undefined ? id : `${id}@${version}`],
  pypi: (id, version, more) => ["uvx", ...more, version === undefined ? id : `${id}@${version}`],
  nuget: (id, version, more) => ["dnx", ...more, version === undefined ? id : `${id}@${version}`, "--yes"],
  oci: (id, version, more) => ["docker", "run", "-i", "--rm", ...more, imageOf(id, version)],
};
/** What the runners are told anyway. */
const SAID_ANYWAY = new Set(["run", "-y", "--yes", "-i", "--interactive", "--rm"]);

/** An identifier may already include a tag or a digest. */
const imageOf = (id: string, version: string | undefined): string =>
  version === undefined || /[:@][^/]+$/.test(id) ? id : `${id}:${version}`;

function packageReach(entry: Draft, serverVersion: string | undefined): FromServerJson | undefined {
  const [registry, id] = [textIn(entry, "registryType", "registry_type"), textIn(entry, "identifier")];
  const run = registry === undefined ? undefined : RUNNERS[registry];
  const { type: transport = "stdio" } = draftIn(entry, "transport");
  // A package that listens on a port must be started manually: its URL can be registered instead.
  if (run === undefined || id === undefined || transport !== "stdio") return undefined;
  const version = textIn(entry, "version") ?? serverVersion;
  const environment = draftsIn(entry, "environmentVariables");
  // Only a container can be given a value that is the same for everybody; it is part of the command.
  const isFixed = (input: Draft): boolean => registry === "oci" && fixedValue(input) !== undefined;
  const asked = environment.filter((input) => !isFixed(input));
  const passed = environment.flatMap((input) => [
    "-e",
    isFixed(input) ? `${nameIn(input)}=${fixedValue(input)}` : nameIn(input),
  ]);
  const forRunner = draftsIn(entry, "runtimeArguments").map(argumentOf);
  const given = draftsIn(entry, "packageArguments").map(argumentOf);
  const own = forRunner.filter(({ words }) => words.length > 1 || !SAID_ANYWAY.has(words[0] ?? ""));
  const [command, ...args] = run(id, version, [
    ...own.flatMap(({ words }) => words),
    ...(registry === "oci" ? passed : []),
  ]);
  const all = [...asked, ...[...forRunner, ...given].flatMap(({ variables }) => variables)];
  const draft = present({
    command,
    args: [...args, ...given.flatMap(({ words }) => words)],
    transport: "stdio",
    docker_image: registry === "oci" ? imageOf(id, version) : undefined,
    environment_variables: all.length === 0 ? undefined : uniqueByName(all.map(inputOf)),
  });
  return { draft, notes: [...notesOnValues(all), ...notesOnArguments([...forRunner, ...given])] };
}

interface Input {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

const nameIn = (input: Draft): string => textIn(input, "name") ?? "";
const uniqueByName = (inputs: readonly Input[]): Input[] => [
  ...new Map(inputs.map((input) => [input.name, input])).values(),
];

const PLACEHOLDER = /\{([A-Za-z_][\w-]*)\}/g;

/** A value that is the same for everybody and no secret. */
function fixedValue(input: Draft): string | undefined {
  const value = textIn(input, "value");
  return value === undefined || input["isSecret"] === true || value.search(PLACEHOLDER) !== -1 ? undefined : value;
}

/** The registry asks each user for a value; what the file says of it is in the description. */
function inputOf(input: Draft): Input {
  const value = input["isSecret"] === true ? undefined : textIn(input, "value");
  const proposed = input["isSecret"] === true ? undefined : textIn(input, "default");
  const parts = Object.values(draftIn(input, "variables")).filter((part) => isDraft(part));
  const described = [
    textIn(input, "description"),
    value && `Value: ${value}`,
    proposed && `Default: ${proposed}`,
  ].filter((text) => text !== undefined);
  return {
    name: nameIn(input),
    description: described.join(". "),
    required:
      input["isRequired"] === true ||
      fixedValue(input) !== undefined ||
      parts.some((part) => part["isRequired"] === true),
  };
}

/** The registry has no place for values, and the submitter decides whether they may be read by others. */
function notesOnValues(inputs: readonly Draft[]): string[] {
  const valued = inputs.filter((input) => textIn(input, "value", "default") !== undefined);
  const namesOf = (isSecret: boolean): string =>
    [...new Set(valued.filter((input) => (input["isSecret"] === true) === isSecret).map(nameIn))].join(", ");
  const [secret, described] = [namesOf(true), namesOf(false)];
  return [
    ...(described === ""
      ? []
      : [
          `The registry stores no values: those of ${described} are in their descriptions. Edit them if they are private.`,
        ]),
    ...(secret === "" ? [] : [`The values of ${secret} are secrets, which are not submitted.`]),
  ];
}

interface Argument {
  readonly words: readonly string[];
  /** What each user is asked for. */
  readonly variables: readonly Draft[];
  /** What the user may add, and nobody will be asked for. */
  readonly leftOut?: string;
}

/** A fixed value is kept; a value that each user provides becomes a variable, if it is required. */
function argumentOf(argument: Draft): Argument {
  const flag = argument["type"] === "named" ? textIn(argument, "name") : undefined;
  const lead = flag === undefined ? [] : [flag];
  const value = textIn(argument, "value", "default");
  const parts = draftIn(argument, "variables");
  const names = Array.from((value ?? "").matchAll(PLACEHOLDER), ([, name = ""]) => name);
  const isAsked = argument["isRequired"] === true || names.some((name) => draftIn(parts, name)["isRequired"] === true);
  if (value !== undefined && names.length === 0) return { words: [...lead, value], variables: [] };
  const label = textIn(argument, "valueHint", "name") ?? "value";
  if (!isAsked) return { words: [], variables: [], leftOut: flag ?? label };
  if (value === undefined || Object.keys(parts).length === 0) {
    const name = variableName(label);
    return { words: [...lead, `\${${name}}`], variables: [{ ...argument, name, isRequired: true }] };
  }
  const filled = value.replaceAll(PLACEHOLDER, (_, name: string) => `\${${variableName(name)}}`);
  const variables = names.map((name) => ({ ...draftIn(parts, name), name: variableName(name), isRequired: true }));
  return { words: [...lead, filled], variables };
}

function notesOnArguments(given: readonly Argument[]): string[] {
  const names = given.flatMap(({ leftOut }) => leftOut ?? []);
  return names.length === 0 ? [] : [`Arguments that are not required are left out: ${names.join(", ")}`];
}

const variableName = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .toUpperCase() || "VALUE";

function remoteReach(entry: Draft, path: string): FromServerJson | undefined {
  const [url, type] = [textIn(entry, "url"), textIn(entry, "type")];
  if (url === undefined) return undefined;
  if (url.search(PLACEHOLDER) !== -1) {
    throw new CliError(
      "validation",
      `The address ${url} is different for each user, which the registry does not support.`,
      {
        resource: path,
        remediation: "Submit the address of one tenant, or add packages.",
      },
    );
  }
  const given = draftsIn(entry, "headers");
  const draft = present({
    url,
    transport: type === "sse" ? "sse" : "streamable-http",
    headers: given.length === 0 ? undefined : given.map(inputOf),
  });
  return { draft, notes: notesOnValues(given) };
}
