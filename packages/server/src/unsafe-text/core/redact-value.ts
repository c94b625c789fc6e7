import { isRecord } from "@tackroom/harness";
import { isSecretMember } from "@tackroom/harness/secrets";
import { labelOfMember, optionBefore } from "./labels.js";
import { REDACTED, redactedStart } from "./redact-secrets.js";

interface Budget {
  /** How many more characters will be shown. */
  left: number;
}

/**
 * The beginning of a value as JSON, without secrets. Its texts are redacted one by one before they are escaped: within JSON a
 * line break is a letter, and quotes are no longer quotes. The value of a member whose name says so is a secret as a whole.
 */
export function redactedJson(value: unknown, length: number): string {
  return (JSON.stringify(redacted(value, "", { left: length })) ?? "").slice(0, length);
}

function redacted(value: unknown, label: string, budget: Budget): unknown {
  if (typeof value === "string") return spend(redactedText(value, label, budget), budget);
  if (typeof value === "number")
    return label !== "" && isSecretMember(label, String(value)) ? REDACTED : spend(value, budget);
  if (Array.isArray(value)) return redactedList(value, label, budget);
  return isRecord(value) ? redactedRecord(value, budget) : spend(value, budget);
}

function redactedText(text: string, label: string, { left }: Budget): string {
  return label !== "" && isSecretMember(label, text) ? REDACTED : redactedStart(text, Math.max(0, left));
}

function redactedList(list: readonly unknown[], label: string, budget: Budget): unknown[] {
  const shown: unknown[] = [];
  for (const [index, entry] of list.entries()) {
    // What comes after this is not shown.
    if (budget.left <= 0) break;
    shown.push(redacted(entry, optionBefore(list, index) ?? label, budget));
  }
  return shown;
}

function redactedRecord(record: Readonly<Record<string, unknown>>, budget: Budget): unknown {
  const shown: [string, unknown][] = [];
  for (const [name, member] of Object.entries(record)) {
    if (budget.left <= 0) break;
    const shownName = spend(redactedStart(name, budget.left), budget);
    shown.push([shownName, redacted(member, labelOfMember(name, record), budget)]);
  }
  return Object.fromEntries(shown);
}

/** Quotes, commas and escapes only add to it. */
function spend<T>(value: T, budget: Budget): T {
  budget.left -= typeof value === "string" ? value.length + 2 : 1;
  return value;
}
