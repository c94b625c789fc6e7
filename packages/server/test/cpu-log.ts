// With TEST_CPU_LOG=<file>, one line of JSON per suite: what it cost in processor time, which says more than seconds on a busy machine.
import { appendFileSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const log = process.env["TEST_CPU_LOG"];

/** Ticks of processes that this one started and that have ended: fields 16 and 17 of /proc/self/stat, after the name in brackets. */
function childSeconds(): number {
  const [, after = ""] = readFileSync("/proc/self/stat", "utf8").split(/\) /);
  const fields = after.split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

if (log) {
  const cpu = process.cpuUsage();
  const children = childSeconds();
  const started = performance.now();
  afterAll(() => {
    const { user, system } = process.cpuUsage(cpu);
    const line = {
      file: expect.getState().testPath?.replace(/^.*packages\//, ""),
      own: (user + system) / 1e6,
      children: childSeconds() - children,
      wall: (performance.now() - started) / 1000,
    };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  });
}
