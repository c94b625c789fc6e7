import { describe, expect, test } from "vitest";
import { hyphenated, marketplaceName, pluginName, type Named } from "./plugin-names.js";

const item = (more: Partial<Named> = {}): Named => ({
  id: "0b5d5d0a-1111-4222-8333-444455556666",
  kind: "skill",
  namespace: "ada",
  slug: "tidy-up",
  ...more,
});

describe("the name of a plugin", () => {
  test.each([
    [[], "ada-tidy-up"],
    [["ada-tidy-up"], "ada-tidy-up-skill"],
    [["ada-tidy-up", "ada-tidy-up-skill"], "ada-tidy-up-skill-0b5d5d0a"],
  ])("says more where %j are taken", (taken: string[], name) => {
    expect(pluginName(item(), (each) => taken.includes(each))).toBe(name);
  });

  test("is one that Agent Plugins 1.0 takes, whatever the item is called", () => {
    for (const slug of ["A__b..c", "x".repeat(200), "-", "ä"]) {
      const name = pluginName(item({ namespace: "Team_1", slug }), () => false);
      expect(name).toMatch(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
    }
    expect(hyphenated("y".repeat(70))).not.toBe(hyphenated(`${"y".repeat(70)}z`));
  });
});

test("a marketplace is called as its registry, and that of a feed differs from others", () => {
  expect(marketplaceName(undefined, "public")).toBe("tackroom");
  expect(marketplaceName("tack.example.com", "public")).toBe("tack-example-com");
  expect(marketplaceName(undefined, "feed:0b5d5d0a-1111-4222-8333-444455556666")).toBe("tackroom-0b5d5d0a");
});
