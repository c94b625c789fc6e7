import type { Api } from "../../api/client.js";
import { isGone, openArtifacts, type ArtifactStatus } from "../../install/artifacts.js";
import { isYanked } from "../../install/ask-registry.js";
import { sha256 } from "../../install/file-history.js";
import type { LockedItem, LockedVersion } from "../../install/lock-file.js";
import { canonicalText } from "../../install/text/values.js";
import { openAttestations, type AttestationStatus } from "./attestation.js";

export interface CheckedVersion {
  readonly type: string;
  readonly qualified_name: string;
  readonly version: string;
  readonly artifact: ArtifactStatus;
  readonly attestation: AttestationStatus;
  readonly yanked: boolean;
}

export interface CheckedRegistry {
  readonly versions: readonly CheckedVersion[];
  /** Messages about differences from the lockfile. */
  readonly problems: readonly string[];
  /** Messages about versions that can no longer be checked. */
  readonly gone: readonly string[];
  /** Messages about versions that are as they were, and that the registry no longer offers. */
  readonly yanked: readonly string[];
}

/** Compares a lockfile with what the registry serves. Every digest is computed locally. */
export function openRegistryCheck(api: Api): (item: LockedItem) => Promise<CheckedRegistry> {
  const artifacts = openArtifacts(api);
  const attestationOf = openAttestations(api);
  const checkVersion = async (version: LockedVersion): Promise<CheckedVersion> => {
    const { type, qualified_name, version: number } = version;
    const [artifact, attestation, yanked] = await Promise.all([
      artifacts.check(version),
      attestationOf(version),
      isYanked(api, version),
    ]);
    return { type, qualified_name, version: number, artifact, attestation, yanked };
  };
  return async (item) => {
    const versions = await Promise.all([item, ...(item.components ?? [])].map(checkVersion));
    const gone = versions
      .filter(({ artifact }) => artifact === "gone")
      .map((each) => `${nameOf(each)} can no longer be checked`);
    const yanked = versions.filter((each) => each.yanked).map((each) => `${nameOf(each)} is yanked`);
    const isGoneItself = versions[0]?.artifact === "gone";
    const ofLock = item.type === "agent" && !isGoneItself ? await lockProblems(api, item) : [];
    return { versions, problems: [...versions.flatMap(problemsOf), ...ofLock], gone, yanked };
  };
}

const nameOf = ({ qualified_name: name, version }: CheckedVersion): string => `${name} ${version}`;

const problemsOf = (version: CheckedVersion): string[] => [
  ...(version.artifact === "differs" ? [`the artifact of ${nameOf(version)} does not match tack.lock`] : []),
  ...(version.attestation === "invalid" ? [`the release attestation of ${nameOf(version)} is invalid`] : []),
];

interface LockDocument {
  readonly digest?: unknown;
  readonly locked_at?: unknown;
  readonly components?: readonly { readonly id: string; readonly digest: string }[];
}

/** The registry's lockfile of an agent: its digest must be correct, and its pins must match the installed ones. */
async function lockProblems(api: Api, { id, version, components = [] }: LockedItem): Promise<string[]> {
  let document: LockDocument;
  try {
    document = await api.call("getLock", { params: { id, v: version } });
  } catch (error) {
    if (isGone(error)) return ["the registry has no lockfile for the agent"];
    throw error;
  }
  const { digest, locked_at: _lockedAt, ...content } = document;
  const isRight = digest === `sha256:${sha256(canonicalText(content))}`;
  const pins = content.components ?? [];
  const others = components.filter((each) => !pins.some((pin) => pin.id === each.id && pin.digest === each.digest));
  return [
    ...(isRight ? [] : ["the digest of the registry's lockfile for the agent is wrong"]),
    ...others.map(({ qualified_name: name }) => `the registry's lockfile for the agent pins a different ${name}`),
  ];
}
