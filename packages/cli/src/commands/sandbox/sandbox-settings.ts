import { CliError } from "../../errors.js";

/** One sandbox, as rendered by the registry into `TACK_SANDBOXES`. */
export interface SandboxSettings {
  readonly name: string;
  readonly runtime_type: string;
  readonly image: string;
  readonly network_policy?: string;
  readonly entrypoint?: string;
  readonly timeout?: number;
  readonly resource_limits?: Readonly<Record<string, unknown>>;
}

export function readSandboxes(text: string | undefined): SandboxSettings[] {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (Array.isArray(value) && value.length > 0 && value.every(isSettings)) return value;
  } catch {
    // Reported below.
  }
  throw new CliError("validation", "TACK_SANDBOXES does not define a sandbox with an image to run.", {
    remediation: "Install a sandbox from the registry: tack registry sandbox install <item>",
  });
}

function isSettings(value: unknown): value is SandboxSettings {
  if (typeof value !== "object" || value === null) return false;
  return ["name", "runtime_type", "image"].every(
    (name) => typeof (value as Record<string, unknown>)[name] === "string",
  );
}

const DEFAULT_TIMEOUT_SECONDS = 300;

export function timeoutSecondsOf({ timeout, resource_limits: limits = {} }: SandboxSettings): number {
  const given = timeout ?? limits["timeout_seconds"] ?? limits["timeout"];
  const seconds = typeof given === "number" ? given : Number.parseFloat(typeof given === "string" ? given : "");
  return seconds > 0 ? seconds : DEFAULT_TIMEOUT_SECONDS;
}

/**
 * A temporary container with access to the project only, and with no more privileges than the image's own user needs.
 * `restricted` is as closed as `none`, because a container cannot allow a list of addresses.
 */
export function dockerArguments(
  settings: SandboxSettings,
  project: string,
  command: string,
  container: string,
): string[] {
  const { image, network_policy: network = "none", entrypoint, resource_limits: limits = {} } = settings;
  const limit = (flag: string, ...names: string[]): string[] => {
    const value = names
      .map((name) => limits[name])
      .find((each) => typeof each === "string" || typeof each === "number");
    return value === undefined ? [] : [flag, String(value)];
  };
  const memoryMb = limits["memory_mb"];
  return [
    "run",
    "--rm",
    "--name",
    container,
    "--interactive",
    "--network",
    network === "bridge" || network === "host" ? network : "none",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    ...limit("--cpus", "cpus", "cpu"),
    ...(typeof memoryMb === "number" ? ["--memory", `${memoryMb}m`] : limit("--memory", "memory")),
    ...(limits["pids"] === undefined ? ["--pids-limit", "512"] : limit("--pids-limit", "pids")),
    "--volume",
    `${project}:/work`,
    "--workdir",
    "/work",
    ...(entrypoint === undefined ? ["--entrypoint", "sh"] : ["--entrypoint", entrypoint]),
    image,
    ...(entrypoint === undefined ? ["-c", command] : [command]),
  ];
}
