import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In a fresh clone Vitest knows no durations. A long suite that starts last runs alone, with the other cores idle. */
const LONGEST = [
  "alerts/crash.process",
  "histories.http",
  "main.process",
  "settings-at-start",
  "access-matrix",
  "audit-coverage",
  "random-walk",
  "fuzz.http",
  "grant-role.process",
  "crash.process",
  "visibility.http",
  "telemetry/ingest/ingest.http",
  "purge-telemetry.http",
  "graphql/subscriptions.http",
  "audit/recording.http",
];

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.findIndex((part) => moduleId.includes(part));
  return index === -1 ? LONGEST.length : index;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- not an array's
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
