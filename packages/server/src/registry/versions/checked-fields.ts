import type { FieldError } from "@tackroom/contract";
import { parseHarnessId } from "@tackroom/harness";
import { findHiddenText, findSecrets } from "../../unsafe-text/index.js";
import type { Fields } from "../core/fields.js";
import { isStable, isVersion } from "../core/versions.js";
import type { Kind } from "../kinds/index.js";

export { refuse } from "../../platform/service-error.js";

export interface Checkable {
  readonly description: string;
  readonly supportedHarnesses: readonly string[];
  readonly fields: Fields;
}

/** `_` reads as `-`; unknown harnesses are listed in the errors. */
export function harnessErrors(harnesses: readonly string[], path: string): FieldError[] {
  return harnesses.flatMap((text, index) =>
    parseHarnessId(text)
      ? []
      : [{ path: `${path}[${index}]`, message: `is an unknown harness. See GET /api/v1/config/harnesses` }],
  );
}

export const harnessIds = (harnesses: readonly string[]): string[] => [
  ...new Set(harnesses.map((text) => parseHarnessId(text) ?? text)),
];

/** What an item and its version may be called. */
export function namingErrors(
  kind: Kind,
  { name, version }: { readonly name?: unknown; readonly version?: unknown },
  path: string,
): FieldError[] {
  const errors = typeof name === "string" ? nameErrors(kind, name.trim(), path) : [];
  if (typeof version !== "string") return errors;
  if (!isVersion(version)) {
    errors.push({
      path: `${path}.version`,
      message: "must be a semantic version such as 1.4.0-rc.1 (no leading zeros)",
    });
  } else if (kind.hasStableNumbers && !isStable(version)) {
    errors.push({ path: `${path}.version`, message: "must have exactly three numbers, such as 1.4.0" });
  }
  return errors;
}

function nameErrors(kind: Kind, name: string, path: string): FieldError[] {
  if (name === "") return [{ path: `${path}.name`, message: "is required" }];
  return (kind.checkName?.(name) ?? []).map((error) => ({ ...error, path: `${path}.${error.path}` }));
}

/** What only a scan may say. */
export function choiceErrors(kind: Kind, body: Fields, path: string): FieldError[] {
  return (kind.checkChoice?.(body) ?? []).map((error) => ({ ...error, path: `${path}.${error.path}` }));
}

/** What must not be stored, whatever the kind: secrets, and text that a reader cannot see. */
export function unsafeTextErrors(body: unknown, path: string): FieldError[] {
  return [...findSecrets(body, path), ...findHiddenText(body, path)];
}

/** What a version must be to wait for a review, and to be released. */
export function contentErrors(
  kind: Kind,
  { description, fields, supportedHarnesses }: Checkable,
  path: string,
): FieldError[] {
  return [
    ...kind.check(fields, supportedHarnesses).map((error) => ({ ...error, path: `${path}.${error.path}` })),
    ...(description.trim() === "" ? [{ path: `${path}.description`, message: "is required" }] : []),
  ];
}

/** What even a draft must be. */
export function fileErrors(kind: Kind, fields: Fields, path: string): FieldError[] {
  return (kind.checkFiles?.(fields) ?? []).map((error) => ({ ...error, path: `${path}.${error.path}` }));
}
