import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../src/platform/platform.js";
import { runSql } from "../../src/platform/relational/index.js";
import { tidy } from "../../src/platform/relational/open.js";
import { openTestPlatform } from "../server.js";
import { serverSizes } from "../sizes.js";
import { layOut } from "./lay-out.js";
import { growingScans } from "./query-plan.js";
import { recordSql, type RecordedStores, type Statement, type StoreCall } from "./record-sql.js";

export interface StoreSpec {
  /** `import * as` the store. */
  readonly exports: object;
  /** What the store's `create…` makes, if it has one: its methods count instead. */
  readonly made?: (at: RecordedStores) => object;
  /** By function: one call, or several by what is particular about each. */
  readonly calls: Readonly<Record<string, StoreCall | Readonly<Record<string, StoreCall>>>>;
  /** Functions that send nothing themselves: what they give is a part of what others send. */
  readonly parts?: readonly string[];
  /** Scans that by their nature take longer as a table grows, by call as the snapshot names it. Say why. */
  readonly growing?: Readonly<Record<string, readonly string[]>>;
}

export interface ModuleSpec {
  /** `import.meta.url` of the test, which lies beside the stores. */
  readonly test: string;
  /** Fills the tables that can grow: on a small one the planner rightly takes no index. */
  readonly seed: string;
  /** Tables that stay small, whatever is done: what reads them may read all of them. */
  readonly smallTables: readonly string[];
  /** By file name, without `.ts`. */
  readonly stores: Readonly<Record<string, StoreSpec>>;
}

/** Keeps the SQL of a module's stores in sight, in a `.sql` beside each, and on its indexes. */
export function testStoreSql({ stores, ...module }: ModuleSpec): void {
  const file = fileURLToPath(module.test);
  describe.each(serverSizes)(`the SQL of ${basename(dirname(file))} ($size)`, (on) => {
    let opened: { platform: Platform; close(): Promise<void> };
    beforeAll(async () => {
      opened = await openTestPlatform({ on });
      await runSql(opened.platform.relational, module.seed, []);
      // Not only for the numbers: until then what is new in a GIN index waits in a list, which makes it look costly.
      await tidy(opened.platform.relational.pool, opened.platform.log);
    });
    afterAll(() => opened.close());

    describe.each(Object.entries(stores))("%s", (name, store) => {
      test("has a call here for each of its functions", async () => {
        let made = {};
        await recordSql(opened.platform, async (at) => (made = store.made?.(at) ?? {}));
        const named = [...Object.keys(store.calls), ...(store.parts ?? [])];
        expect(named.toSorted()).toEqual(functionsOf(store.exports, made));
      });

      test("sends the SQL of its snapshot", async () => {
        const header = `-- What the functions of ${name}.ts send. To renew: npm test -- ${basename(file, ".ts")} -u\n`;
        const sent = [...(await record(opened.platform, store))].map(show).join("");
        await expect(header + sent).toMatchFileSnapshot(join(dirname(file), `${name}.sql`));
      });

      test("finds rows by an index", async () => {
        const found: Record<string, string[]> = {};
        for (const [call, statements] of await record(opened.platform, store)) {
          const scans = statements.flatMap(({ plan }) => (plan ? growingScans(plan) : []));
          const growing = scans.filter((scan) => !module.smallTables.some((table) => scan.endsWith(` on ${table}`)));
          if (growing.length > 0) found[call] = growing;
        }
        expect(found).toEqual(store.growing ?? {});
      });
    });
  });
}

function functionsOf(exports: object, made: object): string[] {
  const exported = Object.entries(exports).filter(([, value]) => typeof value === "function");
  const names = exported.map(([name]) => name).filter((name) => !(name.startsWith("create") && name.endsWith("Store")));
  return [...names, ...Object.keys(made)].toSorted();
}

/** What each call sends, by `function` or `function, what is particular`. */
async function record(platform: Platform, { calls }: StoreSpec): Promise<Map<string, Statement[]>> {
  const recorded = new Map<string, Statement[]>();
  for (const [name, call] of Object.entries(calls)) {
    const variants = typeof call === "function" ? { "": call } : call;
    for (const [variant, run] of Object.entries(variants)) {
      recorded.set(variant ? `${name}, ${variant}` : name, await recordSql(platform, run));
    }
  }
  return recorded;
}

function show([call, statements]: [string, Statement[]]): string {
  return `\n-- ${call}\n${statements.map(({ sql }) => `${layOut(sql)};\n`).join("")}`;
}
