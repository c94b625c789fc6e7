import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SECRET_RULES_VERSION } from "@tackroom/harness/secrets";
import { expect, test } from "vitest";

const FOLDER = fileURLToPath(new URL("../../../../harness/src/secrets/", import.meta.url));

/** What the rules say, without how it is written. */
function digestOfRules(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(FOLDER)
    .filter((file) => !file.includes(".test."))
    .toSorted()) {
    const source = readFileSync(`${FOLDER}${name}`, "utf8").replaceAll(/^\s*(?:\/\*\*[^]*?\*\/|\/\/.*)$/gm, "");
    hash.update(source.replace(/SECRET_RULES_VERSION = \d+/, "").replaceAll(/[\s,]/g, ""));
  }
  return hash.digest("hex").slice(0, 16);
}

test("rules that find something else have a higher version, so that what is stored is redacted anew", () => {
  // After a change of what is found raise SECRET_RULES_VERSION and write both here; otherwise only the digest.
  expect({ version: SECRET_RULES_VERSION, rules: digestOfRules() }).toEqual({ version: 4, rules: "de283ff273abfc1a" });
});
