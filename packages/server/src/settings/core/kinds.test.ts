import { describe, expect, test } from "vitest";
import {
  addressOrSubnet,
  baseUrl,
  boolean,
  domain,
  integer,
  listOf,
  origin,
  parseGiven,
  rate,
  required,
  text,
  url,
  type Kind,
} from "./kinds.js";
import { modelPrices } from "./model-prices.js";

const days = integer(1, 365);
const addresses = listOf(addressOrSubnet);
const PRICES = '[{"model":"claude-*","input":3,"output":15,"cache_read":0.3,"from":"2026-11-30"}]';
const OLD_PRICES = '{"claude-*":{"input":3,"output":15}}';

const same = (value: string): { value: string; text: string } => ({ value, text: value });

describe("a value that is understood", () => {
  test.each<[string, Kind<unknown>, string | number | boolean, { value: unknown; text: string }]>([
    ["a boolean", boolean, true, { value: true, text: "true" }],
    ["the word for a boolean", boolean, " TRUE ", { value: true, text: "true" }],
    ["a switch as files of variables spell it", boolean, "off", { value: false, text: "false" }],
    ["a number", days, 30, { value: 30, text: "30" }],
    ["the digits of a number", days, "030", { value: 30, text: "30" }],
    ["the smallest number", days, 1, { value: 1, text: "1" }],
    ["the largest number", days, 365, { value: 365, text: "365" }],
    ["text, which is trimmed", text, "  a b ", same("a b")],
    ["a number where text is wanted", text, 42, same("42")],
    ["an address", url, "https://a.example/x?y", same("https://a.example/x?y")],
    ["an invalid address", url, "", same("")],
    ["a base address, whose last slash goes", baseUrl, "https://a.example/x/", same("https://a.example/x")],
    ["an origin", origin, "HTTPS://A.example:443/", same("https://a.example")],
    ["a domain", domain, "Tack.Example.com", same("tack.example.com")],
    ["a rate", rate, "10/minute", same("10/minute")],
    ["a list", listOf(text), " a, b ,,c ", { value: ["a", "b", "c"], text: "a,b,c" }],
    ["an empty list", addresses, "", { value: [], text: "" }],
    ["addresses and subnets", addresses, "10.0.0.0/8, ::1", { value: ["10.0.0.0/8", "::1"], text: "10.0.0.0/8,::1" }],
    [
      "base addresses",
      listOf(baseUrl),
      "https://a.example/",
      { value: ["https://a.example"], text: "https://a.example" },
    ],
    ["prices", modelPrices, PRICES, { value: JSON.parse(PRICES), text: PRICES }],
    [
      "prices as an object",
      modelPrices,
      OLD_PRICES,
      { value: [{ model: "claude-*", input: 3, output: 15 }], text: OLD_PRICES },
    ],
    ["no prices", modelPrices, "", { value: [], text: "" }],
  ])("is %s", (_what, kind, given, understood) => {
    expect(parseGiven(kind, given)).toEqual(understood);
  });
});

describe("a value of the wrong type", () => {
  test.each<[string, Kind<unknown>, string | number | boolean, RegExp]>([
    ["a word for a boolean", boolean, "maybe", /true or false/],
    ["a number for a boolean", boolean, 1, /true or false/],
    ["nothing for a boolean", boolean, "", /true or false/],
    ["too small a number", days, 0, /from 1 to 365/],
    ["too large a number", days, 366, /from 1 to 365/],
    ["a fraction", days, 1.5, /an integer/],
    ["a negative number", days, "-1", /an integer/],
    ["a boolean for a number", days, true, /an integer/],
    ["nothing for a number", days, "", /an integer/],
    ["a word for an address", url, "example.com", /starts with https/],
    ["a script for an address", url, "javascript:alert(1)", /starts with https/],
    ["an address with a space", url, "https://a.example/a b", /starts with https/],
    ["an address with a password", url, "https://u:p@a.example", /without a username/],
    ["a base address with a query", baseUrl, "https://a.example/?q", /without a query/],
    ["an origin with a path", origin, "https://a.example/x", /without a path/],
    ["one label for a domain", domain, "localhost", /a domain such as/],
    ["an address for a domain", domain, "10.0.0.1", /a domain such as/],
    ["a rate without a number", rate, "0/minute", /10\/minute/],
    ["a rate of another unit", rate, "10/day", /10\/minute/],
    ["a name for a proxy", addresses, "10.0.0.1, proxy", /IP addresses or subnets/],
    ["too long a prefix", addresses, "10.0.0.0/33", /IP addresses or subnets/],
    ["an address with a zone", addresses, "fe80::1%eth0", /IP addresses or subnets/],
    ["two prefixes", addresses, "10.0.0.0/8/8", /IP addresses or subnets/],
    ["one bad address of a list", listOf(baseUrl), "https://a.example,b", /starts with https/],
    [
      "nothing where there must be something",
      required(text),
      "  ",
      /set to a value; to reset it to the default, delete it/,
    ],
    ["no JSON", modelPrices, "{", /JSON list.*Must be a list of prices/],
    ["a price without output", modelPrices, '[{"model":"m","input":3}]', /Row 1, output: Required/],
    ["a negative price", modelPrices, '{"m":{"input":3,"output":-1}}', /Row 1, output: Must be 0 or more/],
  ])("is %s", (_what, kind, given, expected) => {
    expect(parseGiven(kind, given)).toEqual({ expected: expect.stringMatching(expected) });
  });
});
