import { expect, test } from "vitest";
import { splitStatements } from "./analytical/migrate.js";
import { loadMigrations, pendingMigrations, type Migration } from "./migrations.js";

const migration = (version: number, checksum = `sum-${version}`): Migration => ({
  version,
  name: `step-${version}`,
  sql: "",
  checksum,
});
const known = [migration(1), migration(2), migration(3)];

test.each([
  ["a new store", [], [1, 2, 3]],
  ["an older store", [migration(1)], [2, 3]],
  ["a store that is up to date", known, []],
])("runs what %s lacks", (_what, applied, versions) => {
  expect(pendingMigrations("relational", known, applied).map(({ version }) => version)).toEqual(versions);
});

test("refuses a store that a newer version has migrated", () => {
  expect(() => pendingMigrations("analytical", known, [...known, migration(4)])).toThrow(
    /analytical store is at migration 4 \(step-4\) of a newer version of Tackroom; this version only has 3/,
  );
});

test("refuses to go on when a migration that ran has been changed since", () => {
  expect(() => pendingMigrations("relational", known, [migration(1, "other")])).toThrow(
    /Migration 1 .* has changed since it was applied/,
  );
});

test.each(["relational", "analytical"] as const)("numbers the %s files without gaps", (store) => {
  const versions = loadMigrations(store).map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
});

test("splits statements at line ends, not inside them, and drops comments", () => {
  expect(splitStatements("-- why; and how\nCREATE TABLE a (b String);\n\nINSERT INTO a VALUES ('x;y');\n")).toEqual([
    "CREATE TABLE a (b String)",
    "INSERT INTO a VALUES ('x;y')",
  ]);
});
