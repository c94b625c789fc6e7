import type { Api } from "../api/client.js";
import { CliError } from "../errors.js";
import { sha256 } from "./file-history.js";
import type { LockedVersion } from "./lock-file.js";

type Version = Pick<LockedVersion, "type" | "id" | "qualified_name" | "version" | "digest">;

/** Whether the registry serves the bytes that match a digest; `gone` when it no longer serves any. */
export type ArtifactStatus = "ok" | "differs" | "gone";

/** Canonical bytes of versions, hashed locally, because a digest reported by the server proves nothing. */
export interface Artifacts {
  /** Undefined when the registry does not have the artifact, or does not show it. */
  digestOf(version: Pick<Version, "type" | "id" | "version">): Promise<string | undefined>;
  check(version: Version): Promise<ArtifactStatus>;
}

export function openArtifacts(api: Pick<Api, "raw">): Artifacts {
  const known = new Map<string, Promise<string | undefined>>();
  const digestOf: Artifacts["digestOf"] = (version) => {
    const key = JSON.stringify([version.type, version.id, version.version]);
    const digest = known.get(key) ?? fetchDigest(api, version);
    known.set(key, digest);
    return digest;
  };
  return {
    digestOf,
    async check(version) {
      const digest = await digestOf(version);
      if (digest === undefined) return "gone";
      return digest === version.digest ? "ok" : "differs";
    },
  };
}

async function fetchDigest(
  api: Pick<Api, "raw">,
  { type, id, version }: Pick<Version, "type" | "id" | "version">,
): Promise<string | undefined> {
  try {
    const { bytes } = await api.raw("getArtifact", { params: { kind: type, uuid: id, version } });
    return `sha256:${sha256(bytes)}`;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Deleted, or not visible to the caller. */
export const isGone = (error: unknown): boolean =>
  error instanceof CliError && (error.category === "not_found" || error.details.httpStatus === 410);

/** Rejects an install whose bytes do not match the digests. */
export async function requireArtifacts(artifacts: Artifacts, versions: readonly Version[]): Promise<void> {
  const statuses = await Promise.all(versions.map((version) => artifacts.check(version)));
  for (const [at, version] of versions.entries()) {
    const { qualified_name: name, version: number, digest } = version;
    if (statuses[at] === "ok") continue;
    if (statuses[at] === "gone") {
      throw new CliError(
        "conflict",
        `The registry no longer serves the artifact of ${name} ${number}, so it cannot be verified. Nothing was written.`,
        { resource: name, remediation: "Install a different version with --update --item-version <version>" },
      );
    }
    const actual = await artifacts.digestOf(version);
    throw new CliError(
      "conflict",
      `The artifact of ${name} ${number} has the digest ${actual ?? ""}, not ${digest}. Nothing was written.`,
      {
        resource: name,
        remediation:
          "Find out why the registry serves different content. If the change is expected, pin it with --update",
      },
    );
  }
}
