import type { FieldError } from "@tackroom/contract";
import { LABELLED_RULES, SECRET_RULES } from "@tackroom/harness/secrets";
import { walkTexts, type FoundText } from "./walk-texts.js";

/** Finds secrets in every text of a value. Messages name the place and the kind, never the secret. */
export function findSecrets(value: unknown, path = ""): FieldError[] {
  return walkTexts(value, path, look);
}

function look({ text, path, label }: FoundText): FieldError[] {
  const found = SECRET_RULES.flatMap((rule) => {
    const index = rule.find(text);
    return index === undefined ? [] : [{ rule, index }];
  });
  const telling = found.filter(({ rule }) => !rule.general);
  const told = telling.length > 0 ? telling : found.slice(0, 1);
  if (told.length > 0) return told.map(({ rule, index }) => finding(path, rule.what, placeOf(text, index)));
  return isLabelledSecret(label, text) ? [finding(path, "a secret value", "")] : [];
}

/** Longer texts are prose or files, and say themselves what is assigned to what. */
function isLabelledSecret(label: string, text: string): boolean {
  if (label === "" || text.length < 20 || text.length > 200 || !/^[A-Za-z0-9_+/=.~-]+$/.test(text)) return false;
  return LABELLED_RULES.some((rule) => rule.find(`${label.slice(-100)}=${text}`) !== undefined);
}

function placeOf(text: string, index: number): string {
  const line = text.slice(0, index).split("\n").length;
  return text.includes("\n") ? ` (line ${line})` : "";
}

function finding(path: string, what: string, place: string): FieldError {
  const remedy = "Remove it, revoke it if it is in use, and declare a variable or a header for it instead.";
  return { path, message: `This contains what looks like ${what}${place}. ${remedy}` };
}
