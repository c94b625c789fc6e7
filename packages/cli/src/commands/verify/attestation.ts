import { createPublicKey, verify, type JsonWebKey } from "node:crypto";
import type { Api } from "../../api/client.js";
import { isGone } from "../../install/artifacts.js";
import type { LockedVersion } from "../../install/lock-file.js";
import { callOf } from "../../kinds.js";

interface PublishedKey extends JsonWebKey {
  readonly kid?: string;
}

interface Statement {
  readonly subject?: readonly { readonly name?: unknown; readonly digest?: { readonly sha256?: unknown } }[];
  readonly predicate?: { readonly item_id?: unknown };
}

/** The release attestation, if it is signed by a key of the registry; otherwise undefined. */
function readAttestation(jws: string, keys: readonly PublishedKey[]): Statement | undefined {
  const [head = "", body = "", signature = "", ...more] = jws.trim().split(".");
  try {
    const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg?: unknown; kid?: unknown };
    const key = keys.find((each) => each.kid === kid && each.kty === "EC" && each.crv === "P-256");
    if (alg !== "ES256" || !key || more.length > 0) return undefined;
    const options = { key: createPublicKey({ key, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
    const isSigned = verify("sha256", Buffer.from(`${head}.${body}`), options, Buffer.from(signature, "base64url"));
    return isSigned ? (JSON.parse(Buffer.from(body, "base64url").toString()) as Statement) : undefined;
  } catch {
    return undefined;
  }
}

/** Compares the item's ID rather than its name, which an owner may change after the release. */
function isAbout({ subject, predicate }: Statement, { id, version, digest }: LockedVersion): boolean {
  return (
    predicate?.item_id === id &&
    subject?.some(
      (each) =>
        typeof each.name === "string" &&
        each.name.endsWith(`@${version}`) &&
        `sha256:${String(each.digest?.sha256)}` === digest,
    ) === true
  );
}

export type AttestationStatus = "ok" | "invalid" | "none";

/** Verifies release attestations with the registry's keys, which are fetched once. */
export function openAttestations(api: Api): (version: LockedVersion) => Promise<AttestationStatus> {
  let keys: Promise<readonly PublishedKey[]> | undefined;
  return async (version) => {
    const { type, id, version: v } = version;
    try {
      const { text } = await api.raw(callOf(type, "getAttestation"), { params: { id, v } });
      keys ??= api.call("getJwks").then((set) => (set as { keys?: readonly PublishedKey[] }).keys ?? []);
      const statement = readAttestation(text, await keys);
      return statement && isAbout(statement, version) ? "ok" : "invalid";
    } catch (error) {
      // Attestations are created on approval, so unapproved versions of the user have none.
      if (isGone(error)) return "none";
      throw error;
    }
  };
}
