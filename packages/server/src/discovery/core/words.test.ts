import { describe, expect, test } from "vitest";
import { nameKey, wordsOf } from "./words.js";

describe("words", () => {
  test.each([
    ["getWeather", ["weather", "getweather"]],
    ["mcp-server-postgres", ["mcp", "server", "postgres"]],
    ["snake_case_name", ["snake", "case", "name"]],
    ["k8s", ["k8s"]],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["Café Zoë", ["cafe", "zoe"]],
    ["C++ and C#", ["c++", "c#"]],
    ["what's the user's name", ["user", "name"]],
    ["e-mail", ["e", "mail", "email"]],
    ["the of and", []],
    ["天気", ["天気"]],
    ["日本語レビュー", ["日本", "本語", "語レ", "レビ", "ビュー"]],
    ["Slackの課題", ["slack", "の課", "課題"]],
    ["हिन्दी दिन", ["हिन्दी", "दिन"]],
    ["K8S A11Y", ["k8s", "a11y"]],
    ["getEC2Api", ["ec2", "api"]],
    ["x".repeat(50), []],
  ])("of %s", (text, words) => expect(wordsOf(text).map(({ typed }) => typed)).toEqual(words));

  test("have the same stem in all their forms", () => {
    const stems = wordsOf("summarising summarises summarised").map(({ stem }) => stem);
    expect(new Set(stems).size).toBe(1);
  });
});

test.each([
  ["Mail Room", "mailroom"],
  ["acme/mail-room@1.0.0", "acmemailroom100"],
  ["Überblick!", "uberblick"],
  ["???", "???"],
  ["🚀", "🚀"],
  ["C", "c"],
  ["C#", "c#"],
  ["C++ Tools", "c++tools"],
  ["issue #5 + more", "issue5more"],
])("the key of the name %s is %s", (name, key) => expect(nameKey(name)).toBe(key));
