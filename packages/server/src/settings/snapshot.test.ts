import { expect, test } from "vitest";
import type { SettingKey } from "./registry.js";
import {
  takeSnapshot,
  type Current,
  type ManagedText,
  type Snapshot,
  type SnapshotSources,
  type StoredText,
} from "./snapshot.js";

const config = { frontendUrl: "https://tack.example.com", trustedProxies: ["10.0.0.0/8"] };

function take(
  from: { stored?: [SettingKey, StoredText][]; managed?: [SettingKey, ManagedText][] },
  before?: Snapshot,
): Snapshot {
  const sources: SnapshotSources = { config, stored: new Map(from.stored), managed: new Map(from.managed) };
  return takeSnapshot(sources, before);
}

const cases: [string, SettingKey, Parameters<typeof take>[0], Partial<Current>][] = [
  ["the default holds", "jwt.access_token_expire_minutes", {}, { text: "60", value: 60, isSet: false }],
  ["a default may come from a variable", "security.trusted_proxy_ips", {}, { value: ["10.0.0.0/8"], isSet: false }],
  [
    "what is stored wins over the default",
    "jwt.access_token_expire_minutes",
    { stored: [["jwt.access_token_expire_minutes", { text: "5" }]] },
    { value: 5, defaultText: "60", isSet: true },
  ],
  [
    "empty wins over the default as well",
    "security.trusted_proxy_ips",
    { stored: [["security.trusted_proxy_ips", { text: "" }]] },
    { value: [], isSet: true },
  ],
  [
    "what comes from outside wins over what is stored",
    "discovery.publisher_domain",
    {
      stored: [["discovery.publisher_domain", { text: "mine.example" }]],
      managed: [["discovery.publisher_domain", { text: "theirs.example", variable: "THEIRS" }]],
    },
    { value: "theirs.example", isSet: true, managedBy: "THEIRS" },
  ],
  [
    "nothing from outside is managed, but not set",
    "discovery.publisher_domain",
    { managed: [["discovery.publisher_domain", { text: "", variable: "THEIRS" }]] },
    { value: "", isSet: false, managedBy: "THEIRS" },
  ],
  [
    "what cannot be opened is set, though the default holds",
    "discovery.embedding_url",
    { stored: [["discovery.embedding_url", { problem: "no key" }]] },
    { value: "", isSet: true, problem: "no key" },
  ],
  [
    "what is not understood is set, though the default holds",
    "data.retention_days",
    { stored: [["data.retention_days", { text: "many" }]] },
    { value: 90, isSet: true, problem: "it must be an integer from 1 to 36500; set it again" },
  ],
];

test.each(cases)("%s", (_rule, key, from, expected) => {
  expect(take(from).get(key)).toMatchObject(expected);
});

test("a value stays the same object until its text changes", () => {
  const first = take({});
  const second = take({}, first);
  const third = take({ stored: [["security.trusted_proxy_ips", { text: "::1" }]] }, second);
  const values = [first, second, third].map((each) => each.get("security.trusted_proxy_ips")?.value);
  expect(values[1]).toBe(values[0]);
  expect(values[2]).toEqual(["::1"]);
});
