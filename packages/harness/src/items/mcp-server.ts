import type { McpServer, NamedValue } from "../neutral.js";
import { recordOf, recordsOf, textOf, textsOf, type Fields, type VersionOfItem } from "./fields.js";

export interface GivenValues {
  readonly name: string;
  readonly env: Fields;
  readonly headers: Fields;
}

/** The neutral form of a server, with the values that the caller gave filled in. */
export function serverOf({ fields, slug }: Pick<VersionOfItem, "fields" | "slug">, given: GivenValues): McpServer {
  const env = named(recordsOf(fields, "environment_variables"), given.env);
  const url = textOf(fields, "url");
  const transport = textOf(fields, "transport") ?? (url ? "sse" : "stdio");
  return {
    name: given.name,
    transport: transport as McpServer["transport"],
    command: url ? [] : commandOf(fields, slug, env),
    ...(url ? { url } : {}),
    env,
    headers: named(recordsOf(fields, "headers"), given.headers),
    autoApprove: [...textsOf(fields, "auto_approve")],
  };
}

/** A server that an agent brings along itself. */
export function externalServer(entry: Fields): McpServer {
  const url = textOf(entry, "url");
  return {
    name: textOf(entry, "name") ?? "",
    transport: url ? "streamable-http" : "stdio",
    command: url ? [] : [textOf(entry, "command") ?? "npx", ...textsOf(entry, "args")],
    ...(url ? { url } : {}),
    env: Object.entries(recordOf(entry, "env")).map(([name, value]) =>
      value === "" ? { name } : { name, value: String(value) },
    ),
    headers: [],
    autoApprove: [],
  };
}

/** Contract §4.7: the stored command, else the image, else what the framework usually runs. */
function commandOf(fields: Fields, name: string, env: readonly NamedValue[]): string[] {
  const command = textOf(fields, "command");
  if (command) return [command, ...textsOf(fields, "args")].map((part) => filled(part, env));
  const image = textOf(fields, "docker_image");
  if (image) return ["docker", "run", "-i", "--rm", ...env.flatMap(dockerVariable), image];
  const framework = textOf(fields, "framework") ?? "";
  if (framework.startsWith("typescript")) return ["npx", "-y", name];
  if (framework.startsWith("go")) return [name];
  return ["python", "-m", name];
}

/** Without a value docker hands on what its own environment has. */
const dockerVariable = ({ name, value }: NamedValue): string[] => [
  "-e",
  value === undefined ? name : `${name}=${value}`,
];

/** Only variables whose value was given: the others stay as they are, for the harness or the program to fill. */
function filled(text: string, env: readonly NamedValue[]): string {
  const values = new Map(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));
  return text.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (whole, braced?: string, bare?: string) => values.get(braced ?? bare ?? "") ?? whole,
  );
}

function named(declared: readonly Fields[], given: Fields): NamedValue[] {
  const names = new Set([...declared.map(({ name }) => String(name)), ...Object.keys(given)]);
  const optional = new Set(declared.filter(({ required }) => required === false).map(({ name }) => String(name)));
  return Array.from(names, (name) => {
    const value = given[name];
    // An empty text would hide what the shell has.
    return typeof value === "string" && value !== ""
      ? { name, value }
      : { name, ...(optional.has(name) ? { isOptional: true } : {}) };
  });
}
