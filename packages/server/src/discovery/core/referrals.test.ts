import { expect, test } from "vitest";
import { referralsOf } from "./referrals.js";

test.each([
  ["https://finder.example", "urn:air:finder.example:registry:search", "finder.example"],
  ["https://finder.example/api/v1/ard", "urn:air:finder.example:registry:api:v1:ard", "finder.example"],
  ["http://127.0.0.1:9000/ard", "urn:air:127.0.0.1:registry:9000:ard", "127.0.0.1:9000"],
  ["http://[::1]:9000/a~b%20c", "urn:air:-1-:registry:9000:a-b-20c", "[::1]:9000"],
])("refers to %s as a registry", (url, identifier, displayName) => {
  expect(referralsOf([url])).toEqual([
    { identifier, displayName, type: "application/ai-registry+json", url: `${url}/search` },
  ]);
  expect(identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/);
});
