import { programName, type Command } from "./commands.js";

/** Options of `docker run` that stand alone; every other one takes a value. */
const DOCKER_FLAGS =
  /^(-[itdPq]+|--(rm|init|privileged|read-only|detach|interactive|tty|publish-all|quiet|no-healthcheck|oom-kill-disable|sig-proxy|help))$/;
const NPM_OPTIONS = new Set(
  "-p --package -w --workspace --registry --cache --prefix --loglevel --userconfig".split(" "),
);
const UV_OPTIONS = new Set(
  "--from --with --with-editable --with-requirements -p --python --index --index-url --default-index --extra-index-url --directory --project --env-file --spec --pip-args -c --constraints".split(
    " ",
  ),
);
const EXACT_VERSION = /@[0-9]+\.[0-9]+\.[0-9]+([-+][\w.+-]*)?$/;
const COMMIT = /[@#][0-9a-f]{40}(#.*)?$/s;

type Finder = (args: readonly string[]) => number[];

const runsPackage: Finder = (args) => unpinnedPackages(args, 0);
const mayRunPackage: Finder = (args) => (/^(exec|x|dlx)$/.test(args[0] ?? "") ? unpinnedPackages(args, 1) : []);
const runsTool: Finder = (args) => unpinnedTools(args, 0);
const mayRunTool: Finder = (args) => (args[0] === "run" ? unpinnedTools(args, 1) : []);
const runsModule: Finder = (args) =>
  args[0] === "run" ? places(args, (arg) => /@(latest|main|master|HEAD)$/.test(arg)).slice(0, 1) : [];
const runsAddress: Finder = (args) =>
  places(args, (arg) => /^(https?:|npm:|jsr:)/.test(arg) && !/.@v?[0-9]+(\.[0-9]+){2}/.test(arg)).slice(0, 1);

/** Programs that may download what they start. */
const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ["npx", runsPackage],
  ["bunx", runsPackage],
  ["pnpx", runsPackage],
  ["npm", mayRunPackage],
  ["pnpm", mayRunPackage],
  ["yarn", mayRunPackage],
  ["bun", mayRunPackage],
  ["uvx", runsTool],
  ["pipx", mayRunTool],
  ["uv", unpinnedByUv],
  ["docker", unpinnedImage],
  ["podman", unpinnedImage],
  ["nerdctl", unpinnedImage],
  ["go", runsModule],
  ["deno", runsAddress],
]);

/** The arguments that name what is downloaded when this is started, and that another day may bring something else. */
export function unpinnedFetches({ command, args = [] }: Command): number[] {
  return FINDERS.get(programName(command))?.(args) ?? [];
}

function unpinnedByUv(args: readonly string[]): number[] {
  const [first, second] = args;
  if (first === "tool" && second === "run") return unpinnedTools(args, 2);
  if (first !== "run") return [];
  return places(args, (arg, index) => args[index - 1] === "--with" && !isPinnedTool(arg));
}

function unpinnedPackages(args: readonly string[], from: number): number[] {
  if (args.some((arg) => arg === "--no-install" || arg === "--offline")) return [];
  const named = places(args, (_arg, index) => index > from && /^(-p|--package)$/.test(args[index - 1] ?? ""));
  const inOption = places(args, (arg) => arg.startsWith("--package="));
  const asked = [...named, ...inOption];
  const packages = asked.length > 0 ? asked : firstOperand(args, from, (option) => NPM_OPTIONS.has(option));
  return packages.filter((index) => !isPinnedPackage((args[index] ?? "").replace(/^--package=/, "")));
}

function isPinnedPackage(name: string): boolean {
  if (isLocal(name)) return true;
  return /^(git|github:|https?:|ssh:)/.test(name) ? COMMIT.test(name) : EXACT_VERSION.test(name.slice(1));
}

function unpinnedTools(args: readonly string[], from: number): number[] {
  const sources = places(args, (_arg, index) => /^--(from|spec|with)$/.test(args[index - 1] ?? ""));
  const replaced = args.some((arg) => /^--(from|spec)(=|$)/.test(arg));
  const inOption = places(args, (arg) => /^--(from|spec|with)=/.test(arg));
  const tools = replaced ? [] : firstOperand(args, from, (option) => UV_OPTIONS.has(option));
  return [...sources, ...inOption, ...tools].filter(
    (index) => !isPinnedTool((args[index] ?? "").replace(/^--(from|spec|with)=/, "")),
  );
}

function isPinnedTool(name: string): boolean {
  if (isLocal(name)) return true;
  return /^(git\+|https?:)|@ *git\+/.test(name) ? COMMIT.test(name) : /==[0-9]|@[0-9]/.test(name);
}

const dockerTakesValue = (option: string): boolean =>
  !option.includes("=") && !DOCKER_FLAGS.test(option) && (option.startsWith("--") || option.length === 2);

function unpinnedImage(args: readonly string[]): number[] {
  const run = args.findIndex((arg) => arg === "run" || arg === "create");
  if (run === -1) return [];
  return firstOperand(args, run + 1, dockerTakesValue).filter((index) => !isPinnedImage(args[index] ?? ""));
}

/** By digest, or by a tag that says which version it is. */
export function isPinnedImage(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const [, tag] = /:([^/]+)$/.exec(image) ?? [];
  return tag !== undefined && tag !== "latest";
}

function firstOperand(args: readonly string[], from: number, takesValue: (option: string) => boolean): number[] {
  for (let index = from; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (!arg.startsWith("-")) return [index];
    if (takesValue(arg)) index += 1;
  }
  return [];
}

const isLocal = (name: string): boolean => /^(\.|\/|~|file:|[A-Za-z]:\\|workspace:)/.test(name);

function places(args: readonly string[], holds: (arg: string, index: number) => boolean): number[] {
  return args.flatMap((arg, index) => (holds(arg, index) ? [index] : []));
}
