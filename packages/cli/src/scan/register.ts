import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../api/client.js";
import { CliError } from "../errors.js";
import type { Finding } from "./scan.js";

type ScanBody = BodyOf<"scan">;
export type Registered = ReplyOf<"scan">["registered"][number];

/** The server's limit is much higher, but each batch must complete before the client times out. */
const MAX_ENTRIES = 50;
const MAX_BATCH_SIZE = 2 * 1024 * 1024;

/** Excludes findings that cannot be registered or that came from the registry. */
export function registrable(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ unregistrable, installed }) => unregistrable === undefined && installed === undefined);
}

/** The body of `POST /scan`. */
function scanEntry({ type, name, entry, harnesses, file }: Finding): Record<string, unknown> {
  return { name, ...entry, source_harness: harnesses[0], ...(type === "agents" && { source_file: file }) };
}

/** Splits the findings into requests that complete quickly. */
function scanBodies(findings: readonly Finding[]): ScanBody[] {
  const batches: Finding[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const finding of findings) {
    const bytes = Buffer.byteLength(JSON.stringify(scanEntry(finding)));
    const last = batches.at(-1);
    if (last === undefined || last.length >= MAX_ENTRIES || size + bytes > MAX_BATCH_SIZE) {
      batches.push([finding]);
      size = bytes;
    } else {
      last.push(finding);
      size += bytes;
    }
  }
  return batches.map(bodyOf);
}

function bodyOf(batch: readonly Finding[]): ScanBody {
  const types = [...new Set(batch.map(({ type }) => type))];
  const entries = types.map((type) => [type, batch.filter((finding) => finding.type === type).map(scanEntry)]);
  return { harness: batch[0]?.harnesses[0] ?? "", ...Object.fromEntries(entries) };
}

/** Sends all findings in batches. A failure after the first batch reports what was registered before. */
export async function sendFindings(api: Pick<Api, "call">, findings: readonly Finding[]): Promise<Registered[]> {
  const registered: Registered[] = [];
  for (const body of scanBodies(findings)) {
    try {
      registered.push(...(await api.call("scan", { body })).registered);
    } catch (error) {
      if (registered.length === 0 || !(error instanceof CliError)) throw error;
      throw new CliError(
        "partial",
        `Registered ${registered.length} of ${findings.length}, then failed: ${error.message}`,
        {
          ...error.details,
          remediation: "Run the same command again. Items that are already registered are left unchanged.",
          result: { registered },
          cause: error,
        },
      );
    }
  }
  return registered;
}
