import { describe, expect, test } from "vitest";
import { FilterProblem, readListFilter } from "./list-filter.js";
import { testEntry } from "./test-entry.js";

const OWN = "tack.example.com";
const entry = testEntry({ name: "50% off_deals: Bob's AND more" });
const matches = (filter: string): boolean => readListFilter(filter, OWN)(entry);

describe("the filter of a list", () => {
  test.each([
    ["", true],
    ["   ", true],
    ["type = application/mcp-server-card+json", true],
    ["type=application/mcp-server", true],
    ["TYPE = 'Application/MCP-Server; v=1'", true],
    ["type = application/ai-skill", false],
    ["type = application/ai-skill, application/mcp-server", true],
    ["kind = mcp", true],
    ["obs:kind = MCP", true],
    ["OBS:KIND = skill,mcp", true],
    ["kind = 'skill' , \"prompt\"", false],
    ["publisher = Tack.Example.com", true],
    ["publisherId = acme.com", false],
    ["displayName = deals", true],
    ["displayName = '50% OFF'", true],
    ["displayName = 'a% o'", false],
    ["displayName = 'off_deals'", true],
    ["displayName = 'offxdeals'", false],
    [`displayName = "Bob's"`, true],
    ["displayName = ' AND more'", true],
    ["kind = mcp and displayName = deals", true],
    ["kind = mcp AnD displayName = nothing", false],
    ["kind = mcp AND kind = skill", false],
    ["createdAfter > 2026-01-01", true],
    ["createdAfter = 2026-01-02", false],
    ["createdAfter >= '2026-01-02T00:00:00Z'", false],
    ["createdAfter >= 2026-01-01T23:59:59.999Z", true],
    ["createdAfter > '2026-01-02T01:00:00+02:00'", true],
    ["createdAfter > 2026-01-01T23:59", true],
    ["updatedAfter > '2026-03-03 10:00:00' AND kind = mcp", true],
    ["updatedAfter > 2026-03-04", false],
  ])("%s", (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  test.each([
    ["kind", "expected a field followed by ="],
    ["kind mcp", "expected a field followed by ="],
    ["= mcp", "expected a field followed by ="],
    ["kind != mcp", "expected a field followed by ="],
    ["kind =", "no value for kind"],
    ["kind = ''", "no value for kind"],
    ["kind = mcp,", "no value for kind"],
    ["kind = ,mcp", "no value for kind"],
    ["kind = 'mcp", "no value for kind"],
    ["kind > mcp", "cannot compare kind with >. Use ="],
    ["colour = red", 'unknown field "colour". Use one of type'],
    ["constructor = x", 'unknown field "constructor"'],
    ["kind = mcp AND", "at character 11: expected AND"],
    ["kind = mcp displayName = x", "at character 11: expected AND"],
    ["kind = mcp OR kind = skill", "expected AND"],
    ["kind = mcp AND AND kind = mcp", "expected a field"],
    ["(kind = mcp)", "expected a field"],
    ["createdAfter > yesterday", "must have one ISO 8601 timestamp"],
    ["createdAfter > 2026-02-30", "must have one ISO 8601 timestamp"],
    ["updatedAfter >= 2026-02-30T12:00:00Z", "must have one ISO 8601 timestamp"],
    ["createdAfter > 2026-13-01", "must have one ISO 8601 timestamp"],
    ["createdAfter > 2026-01-01,2026-02-01", "must have one ISO 8601 timestamp"],
    ["createdAfter < 2026-01-01", "expected a field followed by ="],
  ])("%s is refused: %s", (filter, reason) => {
    expect(() => matches(filter)).toThrow(FilterProblem);
    expect(() => matches(filter)).toThrow(reason);
  });
});
