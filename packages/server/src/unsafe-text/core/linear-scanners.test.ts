import { ANCHORS, COMMANDS, SECRET_RULES } from "@tackroom/harness/secrets";
import { describe, expect, test } from "vitest";
import { attacksOn, repeated, type TextOf } from "../../../test/attack-texts.js";
import { matchAll, slowTexts, type Sizes } from "../../../test/growth.js";
import { findSecrets } from "./find-secrets.js";
import { findHiddenText, SUSPECT } from "./hidden-text.js";
import { redactedStart, redactSecrets } from "./redact-secrets.js";
import { redactedJson } from "./redact-value.js";

const SIZES: Sizes = { small: 1024, large: 4 * 1024 };
/** A scanner tries all its rules. */
const SCANNED: Sizes = { small: 2 * 1024, large: 8 * 1024, maxEffort: 200 };

const hintsOf = (hints: readonly string[]): TextOf[] =>
  hints.flatMap((hint) => ["", " ", "\n", "a", "A1b2"].map((between) => repeated(hint + between)));

describe("time grows with the text, whoever wrote it", () => {
  test.each(SECRET_RULES.map((rule, index) => [`${index}: ${rule.what}`, rule] as const))(
    "for the rule %s",
    (_, rule) => {
      const attacks = [...attacksOn(rule.pattern), ...hintsOf(rule.hints)];
      expect(slowTexts((text) => void rule.find(text), attacks, SIZES)).toEqual([]);
    },
  );

  test.each(ANCHORS.map((anchor, index) => [`${index}: ${anchor.starts.join(" ")}`, anchor] as const))(
    "for redaction, tried with what begins with %s",
    (_, { starts, pattern }) => {
      const attacks = [...attacksOn(pattern), ...hintsOf(starts.slice(0, 2))];
      expect(slowTexts((text) => void redactSecrets(text), attacks, { ...SIZES, maxEffort: 100 })).toEqual([]);
    },
  );

  test.each(COMMANDS.map((command) => [command.starts.join(" "), command] as const))(
    "for redaction, tried with the commands %s",
    (_, { starts, options }) => {
      const attacks = [
        ...hintsOf(starts),
        ...attacksOn(options).flatMap((textOf) => [textOf, (size: number) => `${starts[0]} ${textOf(size)}`]),
        repeated(`${starts[0]} -u a:`),
        repeated(`${starts[0]} -p `),
      ];
      expect(slowTexts((text) => void redactSecrets(text), attacks, { ...SIZES, maxEffort: 100 })).toEqual([]);
    },
  );

  test("for characters that cannot be seen", () => {
    expect(slowTexts(matchAll(SUSPECT), attacksOn(SUSPECT), SIZES)).toEqual([]);
  });

  const SCANNERS: readonly (readonly [name: string, scan: (text: string) => unknown])[] = [
    ["secrets", (text) => findSecrets({ text })],
    ["redaction", redactSecrets],
    ["the redacted start", (text) => redactedStart(text, 1000)],
    ["values", (text) => redactedJson({ text, password: [text], [text]: 1 }, text.length)],
    ["hidden text", (text) => findHiddenText({ text })],
  ];
  /** What made earlier scanners slow, what each rule looks for, and names that say that a secret follows. */
  const HOSTILE: readonly TextOf[] = [
    ...new Set([
      ...SECRET_RULES.flatMap(({ hints }) => hints.slice(0, 1)),
      ..."-----BEGIN PRIVATE KEY-----|-----BEGIN PRIVATE KEY-----\n-----END|eyJhbGciOiJIUzI1NiJ9.|://a:|://a:b@|Bearer |A_PASSWORD=".split(
        "|",
      ),
      ...'password=|password:|password: |token=a|api_key=\'|secret="|password\\":\\"|--password |--token\n|<password>|PASSWORD \'|password is |password:\n'.split(
        "|",
      ),
      "passwordpassword_",
      "a-token.",
      "aws_secret ",
      "curl -u ",
      "curl -u a:b ",
      "mysql -p",
      "machine a login b ",
      "identified by '",
      "\\n",
      "\\u00",
      "%3",
      "[32",
      "\u200b",
      "\ufe0f",
    ]),
  ].map((unit) => repeated(unit));

  test.each(SCANNERS)("for %s", (_, scan) => {
    expect(slowTexts((text) => void scan(text), HOSTILE, SCANNED)).toEqual([]);
  });
});
