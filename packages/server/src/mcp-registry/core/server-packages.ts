import type { McpArgument, McpPackage } from "@tackroom/contract";
import { readDockerCommand } from "@tackroom/harness/pasted";

export interface StartedServer {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly image: string | undefined;
}

type Found = Omit<McpPackage, "environmentVariables">;

/**
 * The package that a command runs, if it names one of a known registry in an exact version. Nothing is guessed: what another
 * client put together of a guess would not be what was approved.
 */
export function packageOf({ command, args, image }: StartedServer): Found | undefined {
  const program = (command ?? "").replace(/^.*[\\/]/, "").replace(/\.(exe|cmd)$/i, "");
  if (program === "npx" || program === "bunx") return npmPackage(program, args);
  if (program === "uvx") return pypiPackage(args);
  if (command !== undefined && (program === "docker" || program === "podman")) return ociPackage(command, args);
  return command === undefined && image !== undefined ? ociImage(image, [], []) : undefined;
}

const NPM = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)@(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
/** Neither changes which package runs. */
const NPX_FLAGS = new Set(["-y", "--yes", "-q", "--quiet", "--bun"]);

function npmPackage(program: string, args: readonly string[]): Found | undefined {
  const at = args.findIndex((arg) => !NPX_FLAGS.has(arg));
  const [, identifier, version] = NPM.exec(args[at] ?? "") ?? [];
  if (identifier === undefined || version === undefined) return undefined;
  return {
    registryType: "npm",
    identifier,
    version,
    runtimeHint: program,
    ...given("runtimeArguments", args.slice(0, at)),
    ...given("packageArguments", args.slice(at + 1)),
    transport: { type: "stdio" },
  };
}

const PYPI = /^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[\w,.-]+\])?(?:==|@)(\d[a-z0-9.+-]*)$/;

function pypiPackage(args: readonly string[]): Found | undefined {
  const isFrom = args[0] === "--from";
  const [, identifier, version] = PYPI.exec((isFrom ? args[1] : args[0]) ?? "") ?? [];
  if (identifier === undefined || version === undefined) return undefined;
  // Clients run the program that has the name of its package.
  if (isFrom && normalised(args[2] ?? "") !== normalised(identifier)) return undefined;
  return {
    registryType: "pypi",
    identifier,
    version,
    runtimeHint: "uvx",
    ...given("packageArguments", args.slice(isFrom ? 3 : 1)),
    transport: { type: "stdio" },
  };
}

const normalised = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");

/** What every client adds by itself. */
const DOCKER_FLAGS = new Set(["run", "-i", "--rm", "--interactive", "-it"]);

function ociPackage(command: string, args: readonly string[]): Found | undefined {
  const { image, args: read } = readDockerCommand(command, args);
  if (image === undefined) return undefined;
  const at = read.indexOf(image);
  const options = withoutVariables(read.slice(0, at)).filter((option) => !DOCKER_FLAGS.has(option));
  return ociImage(image, options, read.slice(at + 1));
}

/** `-e NAME` is said by the variables of the package. */
function withoutVariables(options: readonly string[]): string[] {
  return options.filter((option, index) => {
    const isValue = /^(-e|--env)$/.test(options[index - 1] ?? "");
    return !isValue && !/^(-e|--env)(=|\b|$)/.test(option);
  });
}

/** The tag or the digest is part of the identifier. */
function ociImage(image: string, options: readonly string[], args: readonly string[]): Found | undefined {
  const [, tag] = /:([\w][\w.-]*)$/.exec(image) ?? [];
  const isExact = /@sha256:[0-9a-f]{64}$/.test(image) || (tag !== undefined && tag !== "latest");
  if (!isExact) return undefined;
  return {
    registryType: "oci",
    identifier: image,
    runtimeHint: "docker",
    ...given("runtimeArguments", options),
    ...given("packageArguments", args),
    transport: { type: "stdio" },
  };
}

function given<Name extends string>(name: Name, values: readonly string[]): Partial<Record<Name, McpArgument[]>> {
  if (values.length === 0) return {};
  const list = values.map((value): McpArgument => ({ type: "positional", value }));
  return { [name]: list } as Partial<Record<Name, McpArgument[]>>;
}
