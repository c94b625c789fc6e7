import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const [CI, LAPTOP, OLD] = [
  { id: "0190aaaa-0000-7000-8000-000000000001", name: "ci", prefix: "tk_live_aaaa" },
  { id: "0190aaaa-0000-7000-8000-000000000002", name: "laptop", prefix: "tk_live_bbbb" },
  { id: "0290bbbb-0000-7000-8000-000000000003", name: "laptop", prefix: "tk_live_cccc" },
] as const;

async function machineWithKeys(): Promise<{ machine: TestMachine; deleted: string[] }> {
  const deleted: string[] = [];
  const server = await fakeServer((method, path) => {
    if (method === "DELETE") deleted.push(path.split("/").at(-1) ?? "");
    return { headers: { "x-total-count": "3" }, body: method === "DELETE" ? "" : [CI, LAPTOP, OLD] };
  });
  return { machine: testMachine(server), deleted };
}

test.each([
  ["ci", CI.id],
  ["0290", OLD.id],
  ["tk_live_bbbb", LAPTOP.id],
  [LAPTOP.id, LAPTOP.id],
])("%s names one key", async (typed, id) => {
  const { machine, deleted } = await machineWithKeys();
  expect((await machine.run(`keys revoke ${typed} --yes`)).exitCode).toBe(0);
  expect(deleted).toEqual([id]);
});

test("nothing is revoked when several keys match, which are listed, or none does", async () => {
  const { machine, deleted } = await machineWithKeys();
  for (const [typed, ids] of [
    ["laptop", [LAPTOP.id, OLD.id]],
    ["0190", [CI.id, LAPTOP.id]],
  ] as const) {
    const { exitCode, stderr } = await machine.run(`keys revoke ${typed} --yes`);
    expect(exitCode).toBe(6);
    for (const id of ids) expect(stderr).toContain(id);
  }
  expect(await machine.run("keys revoke desktop --yes")).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining("tack keys list"),
  });
  expect(deleted).toEqual([]);
});
