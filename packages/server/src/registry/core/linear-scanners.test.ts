import { ITEM_KINDS } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { attacksOn, repeated, type TextOf } from "../../../test/attack-texts.js";
import { matchAll, slowTexts, superlinear, type Sizes } from "../../../test/growth.js";
import { hidesInstructions, MARKDOWN_PATTERNS } from "./hidden-instructions.js";
import { INDIRECT_COMMANDS, startsIndirectly } from "./indirect-commands.js";
import { riskSignals } from "./risk-signals.js";
import { commandsModel, pipesToShell, RISKY_PATTERNS } from "./risky-texts.js";

const SIZES: Sizes = { small: 1024, large: 4 * 1024 };
/** A scanner tries all its rules, on several fields. */
const SCANNED: Sizes = { small: 2 * 1024, large: 8 * 1024, maxEffort: 200 };

describe("time grows with the text, whoever wrote it", () => {
  test.each(
    [...RISKY_PATTERNS, ...MARKDOWN_PATTERNS, ...INDIRECT_COMMANDS.flat()].map(
      (pattern) => [pattern.source.slice(0, 60), pattern] as const,
    ),
  )("for the pattern %s", (_, pattern) => {
    expect(slowTexts(matchAll(pattern), attacksOn(pattern), SIZES)).toEqual([]);
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
    ["pipes to a shell", pipesToShell],
    ["orders to the model", commandsModel],
    ["hidden instructions", hidesInstructions],
    ["indirect commands", startsIndirectly],
    ...ITEM_KINDS.map((kind) => [`the risks of a ${kind}`, everywhere(kind)] as const),
  ];
  /** What made earlier scanners slow, and what each rule looks for. */
  const HOSTILE: readonly TextOf[] = [
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
  ].map((unit) => repeated(unit));

  test.each(SCANNERS)("for %s", (_, scan) => {
    expect(slowTexts((text) => void scan(text), HOSTILE, SCANNED)).toEqual([]);
  });

  test("and this test would notice if it did not", () => {
    expect(superlinear(matchAll(/-+$/), repeated("-", "a"), SIZES)).toBeDefined();
    // From each place as far as the bound: linear, and a hundred times the work of a plain search.
    const bounded = matchAll(/-[^]{0,2000}?END/);
    expect(superlinear(bounded, repeated("-"), { small: 4 * 1024, large: 8 * 1024 })).toBeDefined();
  });
});
