import type { Api } from "../api/client.js";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { callOf, type Kind } from "../kinds.js";
import { isGone } from "./artifacts.js";
import type { LockedVersion, Scope } from "./lock-file.js";
import type { InstallReply } from "./reply-files.js";

/** The part of an item that a lockfile needs. */
export interface Listing {
  readonly id: string;
  readonly qualified_name: string;
  readonly version: string;
}

export interface Reply extends InstallReply {
  readonly version: string;
  readonly version_id: string;
  readonly digest: string;
  readonly warnings: readonly string[];
  readonly lock?: { readonly components: readonly (LockedVersion & { readonly source: string })[] };
}

export interface Wish {
  readonly harness: string;
  readonly scope: Scope | undefined;
  readonly version: string | undefined;
  /** Taken from a lockfile. */
  readonly digest: string | undefined;
  /** Only looks: the registry does not count an install. */
  readonly dryRun?: boolean | undefined;
}

const PLATFORMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: "windows", darwin: "darwin" };
export const platformOf = ({ platform }: Pick<Machine, "platform">): string => PLATFORMS[platform] ?? "linux";

export const getListing = async (api: Api, kind: Kind, id: string): Promise<Listing> =>
  api.call(callOf(kind, "getItem"), { params: { id } });

/** A yanked version is still installed where a lockfile pins it, and nowhere else. */
export async function isYanked(api: Api, { type, id, version }: LockedVersion): Promise<boolean> {
  try {
    return (await api.call(callOf(type, "getVersion"), { params: { id, v: version } })).yanked;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The kinds that the registry renders for a requested scope. The others have a fixed scope per harness. */
function scopeMembers(kind: Kind, scope: Scope | undefined): Record<string, unknown> {
  if (scope === undefined) return {};
  if (kind === "skill") return { scope };
  return kind === "agent" ? { options: { scope } } : {};
}

export async function askInstall(
  api: Api,
  machine: Pick<Machine, "platform">,
  { kind, id, wish }: { readonly kind: Kind; readonly id: string; readonly wish: Wish },
): Promise<Reply> {
  const { harness, scope, version, digest, dryRun } = wish;
  const body = {
    harness,
    ...(dryRun ? { dry_run: true } : {}),
    ...(version === undefined ? {} : { version }),
    ...(digest === undefined ? {} : { digest }),
    ...scopeMembers(kind, scope),
    ...(kind === "agent" || kind === "hook" ? { platform: platformOf(machine) } : {}),
  };
  const reply = (await api.call(callOf(kind, "installItem"), { params: { id }, body })) as unknown as Reply;
  if (digest !== undefined && reply.digest !== digest) {
    throw new CliError(
      "conflict",
      `The server sent ${reply.digest}, but tack.lock pins ${digest}. Nothing was written.`,
      {
        resource: id,
        remediation: "Find out why the registry's content changed, then update the pin with --update",
      },
    );
  }
  return reply;
}
