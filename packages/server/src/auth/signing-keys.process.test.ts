import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/temporary.js";

const COMPILED = new URL("../../dist/auth/signing-keys.js", import.meta.url).href;

test("is one key for all replicas that start together", async () => {
  const directory = temporaryDirectory();
  // They wait for the same moment, so that all find the directory empty.
  const code = `import { openSigningKeys } from ${JSON.stringify(COMPILED)};
    while (Date.now() < ${Date.now() + 1500});
    console.log(openSigningKeys({ directory: ${JSON.stringify(directory)}, algorithm: "ES256", password: null }).kid);`;
  const replicas = await Promise.all(
    [1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, ["--input-type=module", "-e", code])),
  );
  expect(new Set(replicas.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(directory)).toEqual(["signing.pem"]);
});
