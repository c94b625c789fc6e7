import { REDACTED, type ChangedSetting, type SettingBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { definitionOf, parseGiven, type ManagedSettings, type SettingKey } from "../settings/index.js";
import { warningsOfChange, type LockoutDeps } from "./lockout-warnings.js";
import { requireChangeable } from "./require-setting.js";

export interface PutSettingDeps extends LockoutDeps {
  readonly settings: Pick<ManagedSettings, "show" | "text" | "set">;
}

export async function putSetting(
  deps: PutSettingDeps,
  wanted: { readonly key: string; readonly value: SettingBody["value"] },
  { caller, call }: CallContext,
): Promise<ChangedSetting> {
  const { settings } = deps;
  const key = requireChangeable(settings, wanted.key, caller);
  const text = requireValue(key, wanted.value);
  const before = settings.show(key);
  const change = before.is_sensitive ? "set to a new secret" : { from: before.value, to: text };
  call.describeForAudit({ detail: { [key]: change } });
  const warnings = await warningsOfChange(deps, { key, text }, { caller, call });
  await settings.set(call.act, { key, text, by: caller.userId });
  return { ...settings.show(key), ...(warnings.length > 0 ? { warnings } : {}) };
}

export function requireValue(key: SettingKey, given: SettingBody["value"]): string {
  const { kind, isSensitive } = definitionOf(key);
  const parsed = parseGiven(kind, given);
  // A client that sends the redacted placeholder back does not intend to overwrite the secret with it.
  if (isSensitive && "text" in parsed && parsed.text === REDACTED) {
    throw refusal(key, "the secret itself, not its redacted placeholder");
  }
  if ("expected" in parsed) throw refusal(key, parsed.expected);
  return parsed.text;
}

function refusal(key: SettingKey, expected: string): ServiceError {
  const errors = [{ path: "body.value", message: `must be ${expected}` }];
  return new ServiceError("validation_failed", `${key} must be ${expected}`, { extra: { errors } });
}
