// A process that applies the changes from its input, and is killed when it is about to give a file its content:
// node killed-install.cjs <home> <path of that file>
import fs from "node:fs";
import { text } from "node:stream/consumers";
import { carryOut } from "../carry-out.js";
import { stateOf, type StoredState } from "../undo-store.js";

interface Given {
  readonly path: string;
  readonly before: StoredState;
  readonly after: StoredState;
}

const [home = "", last = ""] = process.argv.slice(2);
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  if (to === last) process.kill(process.pid, "SIGKILL");
  rename(from, to);
};
void text(process.stdin).then((input) =>
  carryOut(
    { home },
    (JSON.parse(input) as readonly Given[]).map(({ path, before, after }) => ({
      path,
      isResolved: true,
      before: stateOf(before),
      after: stateOf(after),
    })),
  ),
);
