import { basename, dirname, resolve } from "node:path";
import { statSync } from "node:fs";
import { note, type Cli } from "../cli.js";
import { CliError, usageError } from "../errors.js";
import { repositoryOf, withCheckout } from "../install/fetch-git.js";
import { pathInside } from "../path-inside.js";
import { isGitUrl, nameOfGit, sourceOf } from "../submit/source.js";
import { SAYS_NOTHING } from "./names.js";
import type { Folder } from "./read-item.js";

/** A source that is there to be read. */
export interface OpenSource extends Folder {
  /** The address that the registry remembers. */
  readonly repository: string;
  readonly commit?: string;
  /** What comes before the paths in this folder when they are told: the folder's own path in its repository. */
  readonly prefix: string;
}

/** The host that `owner/repo` is short for, unless `--host` names another. */
const DEFAULT_HOST = "github.com";

/** Opens a folder, a repository, or `owner/repo` on an allowed host, for as long as the work takes. */
export async function withSource<T>(
  cli: Cli,
  given: string,
  host: string | undefined,
  work: (source: OpenSource) => Promise<T>,
): Promise<T> {
  const address = addressOf(cli, given, host);
  if (address === undefined) return work(await openFolder(cli, given));
  const source = sourceOf(cli, address.replace(/\/\.claude-plugin\/marketplace\.json$/, ""));
  if (source.kind !== "git") throw new Error(`${address} is not a repository`);
  const url = webUrl(source.url);
  if (cli.flags.output !== "json") note(cli, `Fetching ${url}`);
  return withCheckout(cli, { url, ref: source.ref }, ({ folder, commit }) => {
    const inside = source.path === undefined ? "" : source.path.replace(/^\/+|\/+$/g, "");
    const root = inside === "" ? folder : resolve(folder, inside);
    // A link in the repository could lead to any folder of this machine.
    const isInRepository = pathInside(folder, root) !== undefined;
    if (!isInRepository || !statSync(root).isDirectory()) throw noFolder(url, inside);
    const prefix = inside === "" ? "" : `${inside}/`;
    return work({ root, name: nameOfGit({ url }), repository: plainAddress(url), commit, prefix });
  });
}

/** A folder of that name wins over a repository of that name: it is what the user sees. */
function addressOf({ cwd }: Cli, given: string, host: string | undefined): string | undefined {
  if (isGitUrl(given)) return given;
  const isHere = statSync(resolve(cwd, given), { throwIfNoEntry: false }) !== undefined;
  if (isHere || !/^[\w.-]+\/[\w.-]+(?:#\S+)?$/.test(given) || given.startsWith(".")) return undefined;
  const chosen = host ?? DEFAULT_HOST;
  if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(chosen)) {
    throw usageError(`"${chosen}" is not a host name.`, "Pass a name such as --host git.example.com");
  }
  return `https://${chosen}/${given}`;
}

/** `git@host:owner/repo` is fetched over https, without the user's keys. */
const webUrl = (url: string): string =>
  url.replace(/^git@([^:/]+):/, "https://$1/").replace(/^ssh:\/\/(?:[^@/]+@)?/, "https://");

/** The same repository has the same address, however it was written. */
function plainAddress(url: string): string {
  const web = webUrl(url).replace(/^(https?:\/\/)[^@/]*@/, "$1");
  return web.replace(/\/+$/, "").replace(/\.git$/, "");
}

/**
 * What the registry remembers of a folder without a repository. Every team has one called `skills`: such a name is told with the
 * folders above it, so that what one team imports does not become the next version of what another has.
 */
function folderName(path: string): string {
  const name = basename(path);
  if (name === "") return "folder";
  return SAYS_NOTHING.test(name) && dirname(path) !== path ? `${folderName(dirname(path))}:${name}` : name;
}

async function openFolder(cli: Cli, given: string): Promise<OpenSource> {
  const source = sourceOf(cli, given);
  if (source.kind !== "folder") {
    throw usageError(`${given} is a file.`, "Import its folder, or submit it: tack registry <kind> submit <file>");
  }
  const known = await repositoryOf(cli, source.path);
  const name = folderName(source.path);
  const isKnown = known?.url !== undefined && /^(?:https?:|ssh:|git@)/.test(known.url);
  if (!known || !isKnown) return { root: source.path, name, repository: `folder:${name}`, prefix: "" };
  const repository = plainAddress(known.url ?? "");
  const { commit, prefix } = known;
  return { root: source.path, name: nameOfGit({ url: repository }), repository, prefix, ...(commit && { commit }) };
}

const noFolder = (url: string, path: string): CliError =>
  new CliError("not_found", `${url} has no folder ${path}.`, { resource: url, remediation: "Check the path." });
