import { basename } from "node:path";
import { CliError } from "../errors.js";
import { draftIn, draftsIn, present, textIn, type Draft } from "./submission.js";

/** The MCP registry's `server.json`: its first package that can be started, or its first remote, or its repository. */
export function submissionOfServerJson(document: Draft, path: string): Draft {
  const version = textIn(document, "version");
  const repository = textIn(draftIn(document, "repository"), "url");
  const reach =
    firstOf(draftsIn(document, "packages"), (entry) => packageReach(entry, version)) ??
    firstOf(draftsIn(document, "remotes"), remoteReach);
  if (reach === undefined && repository === undefined) {
    throw new CliError("validation", `${basename(path)} does not specify how to start or reach the server.`, {
      resource: path,
      remediation: "Add packages (npm, pypi, oci, nuget), remotes, or a repository.",
    });
  }
  return present({
    // `io.github.acme/tracker`: the registry has its own namespaces.
    name: textIn(document, "title") ?? textIn(document, "name")?.split("/").at(-1),
    description: textIn(document, "description"),
    version,
    git_url: repository,
    ...reach,
  });
}

function firstOf(entries: readonly Draft[], read: (entry: Draft) => Draft | undefined): Draft | undefined {
  return entries.map(read).find((reach) => reach !== undefined);
}

type Argv = readonly [command: string, ...args: string[]];

/** How to start each type of package, at exactly that version. */
const RUNNERS: Readonly<
  Record<string, (id: string, version: string | undefined, variables: readonly string[]) => Argv>
> = {
  npm: (id, version) => ["npx", "-y", version === undefined ? id : `${id}@${version}`],
  pypi: (id, version) => ["uvx", version === undefined ? id : `${id}@${version}`],
  nuget: (id, version) => ["dnx", version === undefined ? id : `${id}@${version}`, "--yes"],
  oci: (id, version, variables) => [
    "docker",
    "run",
    "-i",
    "--rm",
    ...variables.flatMap((name) => ["-e", name]),
    imageOf(id, version),
  ],
};

/** An identifier may already include a tag or a digest. */
const imageOf = (id: string, version: string | undefined): string =>
  version === undefined || /[:@][^/]+$/.test(id) ? id : `${id}:${version}`;

function packageReach(entry: Draft, serverVersion: string | undefined): Draft | undefined {
  const [registry, id] = [textIn(entry, "registryType", "registry_type"), textIn(entry, "identifier")];
  const run = registry === undefined ? undefined : RUNNERS[registry];
  const { type: transport = "stdio" } = draftIn(entry, "transport");
  // A package that listens on a port must be started manually: its URL can be registered instead.
  if (run === undefined || id === undefined || transport !== "stdio") return undefined;
  const version = textIn(entry, "version") ?? serverVersion;
  const variables = draftsIn(entry, "environmentVariables").map(inputOf);
  const given = draftsIn(entry, "packageArguments").map(argumentOf);
  const [command, ...args] = run(
    id,
    version,
    variables.map(({ name }) => name),
  );
  const all = [...variables, ...given.flatMap(({ variable }) => variable ?? [])];
  return present({
    command,
    args: [...args, ...given.flatMap(({ words }) => words)],
    transport: "stdio",
    docker_image: registry === "oci" ? imageOf(id, version) : undefined,
    environment_variables: all.length === 0 ? undefined : all,
  });
}

interface Input {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

function inputOf(input: Draft): Input {
  return {
    name: textIn(input, "name") ?? "",
    description: textIn(input, "description") ?? "",
    required: input["isRequired"] === true,
  };
}

/** A fixed value is kept; a value that each user provides becomes a variable, if it is required. */
function argumentOf(argument: Draft): { readonly words: readonly string[]; readonly variable?: Input } {
  const flag = argument["type"] === "named" ? textIn(argument, "name") : undefined;
  const lead = flag === undefined ? [] : [flag];
  const value = textIn(argument, "value", "default");
  if (value !== undefined && !value.includes("{")) return { words: [...lead, value] };
  if (argument["isRequired"] !== true) return { words: [] };
  const name = variableName(textIn(argument, "valueHint", "name") ?? "value");
  return { words: [...lead, `\${${name}}`], variable: { ...inputOf(argument), name, required: true } };
}

const variableName = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .toUpperCase() || "VALUE";

function remoteReach(entry: Draft): Draft | undefined {
  const [url, type] = [textIn(entry, "url"), textIn(entry, "type")];
  if (url === undefined) return undefined;
  const headers = draftsIn(entry, "headers").map(inputOf);
  return present({
    url,
    transport: type === "sse" ? "sse" : "streamable-http",
    headers: headers.length === 0 ? undefined : headers,
  });
}
