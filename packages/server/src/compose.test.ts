import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

interface Compose {
  readonly services: Readonly<Record<string, { readonly volumes?: readonly string[] }>>;
}

test("the API and the workers of compose.yaml share the directory in which the first of them makes the keys", () => {
  const file = new URL("../../../deploy/compose.yaml", import.meta.url);
  const { services } = parse(readFileSync(file, "utf8"), { merge: true }) as Compose;
  expect(services["api"]?.volumes).toEqual(["keys:/data"]);
  expect(services["worker"]?.volumes).toEqual(["keys:/data"]);
});
