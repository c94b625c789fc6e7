import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { hasNativeChdb } from "../src/platform/analytical/wasm/installed.js";
import type { EngineName, SizeName } from "./engines.js";

const ENGINES: Readonly<Record<EngineName, string | undefined>> = {
  PGlite: undefined,
  chDB: undefined,
  "ClickHouse over HTTP": undefined,
  "in-process bus": undefined,
  PostgreSQL: process.env["TEST_DATABASE_URL"] ? undefined : "TEST_DATABASE_URL is not set",
  Redis: process.env["TEST_REDIS_URL"] ? undefined : "TEST_REDIS_URL is not set",
};

const SIZES: Readonly<Record<SizeName, readonly EngineName[]>> = {
  embedded: ["PGlite", "chDB", "in-process bus"],
  "at scale": ["PostgreSQL", "ClickHouse over HTTP", "Redis"],
};

const NO_NATIVE_CHDB =
  `chDB as WebAssembly: no native build for ${process.platform}-${process.arch}. ` +
  "Servers of the embedded size shared some of it over HTTP, each with a database of its own.";

function enginesOf(fullName: string): Set<string> {
  // Vitest puts what it fills into a title in quotes.
  const title = fullName.replaceAll("'", "");
  const named = Object.keys(ENGINES).filter((engine) => title.includes(`on ${engine}`));
  const sized = Object.entries(SIZES).flatMap(([size, engines]) => (title.includes(`(${size})`) ? engines : []));
  return new Set([...named, ...sized]);
}

const firstLine = (errors: readonly { readonly message: string }[]): string => errors[0]?.message.split("\n")[0] ?? "";

/** Each in a line. A suite that cannot be loaded has no test that could fail. */
function failuresOf(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => {
    const loading = module.errors();
    const failed = [...module.children.allTests("failed")];
    return [
      ...(loading.length > 0 ? [`${module.relativeModuleId}: ${firstLine(loading)}`] : []),
      ...failed.map(
        (test) => `${module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors ?? [])}`,
      ),
    ];
  });
}

interface Options {
  /** Why whole files are left out, by how their names end: what skips a suite as a whole cannot say it itself. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

/** Ends the run with what ran on which engine, what was left out, and why. */
export default class EnginesReporter implements Reporter {
  readonly #leftOut: readonly (readonly [ending: string, why: string])[];

  constructor({ leftOut = {} }: Options = {}) {
    this.#leftOut = Object.entries(leftOut);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // An error that no test caught fails the run as much as a test does.
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    const perEngine = new Map<string, number>();
    const skipped: string[] = [];
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const result = test.result();
      counts[result.state] += 1;
      if (result.state === "skipped") {
        const [, why] = this.#leftOut.find(([ending]) => test.module.moduleId.endsWith(ending)) ?? [];
        skipped.push(`${test.fullName}: ${result.note ?? why ?? "no reason given"}`);
      }
      if (result.state !== "passed") continue;
      for (const engine of enginesOf(test.fullName)) perEngine.set(engine, (perEngine.get(engine) ?? 0) + 1);
    }
    const ran = [...perEngine].map(([engine, count]) => `${engine} (${count})`);
    const left = Object.entries(ENGINES).flatMap(([engine, why]) => (why ? [`${engine} (${why})`] : []));
    console.log(`\nEngines: ran on ${ran.join(", ") || "none"}; left out: ${left.join(", ") || "none"}`);
    if (!hasNativeChdb()) console.log(NO_NATIVE_CHDB);
    for (const reason of skipped) console.log(`Skipped: ${reason}`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    // `npm test` is two runs, which `scripts/test.cjs` adds up.
    const sums = process.env["TEST_COUNTS"];
    if (sums) appendFileSync(sums, `${JSON.stringify({ ...counts, failures: failuresOf(modules) })}\n`);
  }
}
