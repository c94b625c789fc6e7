import { ITEM_KINDS } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { attacksOn, repeated, type TextOf } from "../../../test/attack-texts.js";
import { matchAll, superlinear, type Sizes } from "../../../test/growth.js";
import { hidesInstructions, MARKDOWN_PATTERNS } from "./hidden-instructions.js";
import { findHiddenText, SUSPECT } from "./hidden-text.js";
import { INDIRECT_COMMANDS, startsIndirectly } from "./indirect-commands.js";
import { redactedStart, redactSecrets } from "./redact-secrets.js";
import { riskSignals } from "./risk-signals.js";
import { commandsModel, pipesToShell, RISKY_PATTERNS } from "./risky-texts.js";
import { candidates, SECRET_RULES, secretOf, type SecretRule } from "./secret-rules.js";
import { findSecrets } from "./secrets.js";

const SIZES: Sizes = { small: 4 * 1024, large: 16 * 1024 };
/** A scanner tries all its rules, on several fields. */
const SCANNED: Sizes = { small: 16 * 1024, large: 64 * 1024, maxEffort: 200 };

function slowTexts(work: (text: string) => void, attacks: readonly TextOf[], sizes = SIZES): unknown[] {
  return attacks.flatMap((textOf) => {
    const found = superlinear(work, textOf, sizes);
    return found === undefined ? [] : [{ ...found, text: textOf(100) }];
  });
}

const hintsOf = ({ hints }: SecretRule): TextOf[] =>
  hints.flatMap((hint) => ["", " ", "\n", "a", "A1b2"].map((between) => repeated(hint + between)));

describe("time grows with the text, whoever wrote it", () => {
  test.each(SECRET_RULES.map((rule, index) => [`${index}: ${rule.what}`, rule] as const))(
    "for the rule %s",
    (_, rule) => {
      const look = (text: string): void => {
        for (const match of candidates(rule, text)) rule.isReal(secretOf(match), match);
      };
      expect(slowTexts(look, [...attacksOn(rule.pattern), ...hintsOf(rule)])).toEqual([]);
    },
  );

  test.each(
    [...RISKY_PATTERNS, ...MARKDOWN_PATTERNS, ...INDIRECT_COMMANDS.flat(), SUSPECT].map(
      (pattern) => [pattern.source.slice(0, 60), pattern] as const,
    ),
  )("for the pattern %s", (_, pattern) => {
    expect(slowTexts(matchAll(pattern), attacksOn(pattern))).toEqual([]);
  });

  const everywhere = (kind: (typeof ITEM_KINDS)[number]) => (text: string) =>
    riskSignals(
      kind,
      {
        prompt: text,
        template: text,
        skill_md_content: text,
        command: "npx",
        args: [text],
        handler_config: { command: text },
        files: [{ path: "a.md", content: text }],
        environment_variables: [{ name: "A", description: text }],
      },
      text,
    );
  const SCANNERS: readonly (readonly [name: string, scan: (text: string) => unknown])[] = [
    ["secrets", (text) => findSecrets({ text })],
    ["redaction", redactSecrets],
    ["the redacted start", (text) => redactedStart(text, 1000)],
    ["hidden text", (text) => findHiddenText({ text })],
    ["pipes to a shell", pipesToShell],
    ["orders to the model", commandsModel],
    ["hidden instructions", hidesInstructions],
    ["indirect commands", startsIndirectly],
    ...ITEM_KINDS.map((kind) => [`the risks of a ${kind}`, everywhere(kind)] as const),
  ];
  /** What made earlier scanners slow, and what each rule looks for. */
  const HOSTILE: readonly TextOf[] = [
    ...new Set([
      ...SECRET_RULES.flatMap(({ hints }) => hints.slice(0, 1)),
      ..."-----BEGIN PRIVATE KEY-----|-----BEGIN PRIVATE KEY-----\n-----END|eyJhbGciOiJIUzI1NiJ9.|://a:|Bearer |A_PASSWORD=".split(
        "|",
      ),
      "curl |",
      "curl a |/a/",
      "iex iwr ",
      "<!-- ",
      "<!---->",
      "[//]: # (",
      "[a]: <> '",
      "ignore all previous ",
      "find -exec ",
      "awk 'BEGIN{",
      "env -S ",
      "git -c ",
      "ssh -o ",
      "node --import ",
      "---\n",
      "(",
      "'",
      "\u200b",
      "\ufe0f",
    ]),
  ].map((unit) => repeated(unit));

  test.each(SCANNERS)("for %s", (_, scan) => {
    expect(slowTexts((text) => void scan(text), HOSTILE, SCANNED)).toEqual([]);
  });

  test("and this test would notice if it did not", () => {
    const sizes = { small: 4 * 1024, large: 16 * 1024 };
    expect(superlinear(matchAll(/-+$/), repeated("-", "a"), sizes)).toBeDefined();
    const bounded = /-----BEGIN PRIVATE KEY-----[^]{0,20000}?-----END/g;
    expect(
      superlinear(matchAll(bounded), repeated("-----BEGIN PRIVATE KEY-----"), { small: 32 * 1024, large: 128 * 1024 }),
    ).toBeDefined();
  });
});
