import type { CallContext } from "../platform/http/index.js";
import type { ManagedSettings } from "../settings/index.js";
import { warningsOfChange, type LockoutDeps } from "./lockout-warnings.js";
import { requireChangeable } from "./require-setting.js";

export interface DeleteSettingDeps extends LockoutDeps {
  readonly settings: Pick<ManagedSettings, "show" | "text" | "unset">;
}

export async function deleteSetting(
  deps: DeleteSettingDeps,
  { key: name }: { readonly key: string },
  { caller, call }: CallContext,
): Promise<{ deleted: string; warnings?: string[] }> {
  const { settings } = deps;
  const key = requireChangeable(settings, name, caller);
  const { is_sensitive: isSensitive, value, default: fallback } = settings.show(key);
  call.describeForAudit({ detail: { [key]: isSensitive ? "removed" : { from: value, to: fallback }, default: true } });
  const warnings = await warningsOfChange(deps, { key, text: fallback }, { caller, call });
  await settings.unset(call.act, key);
  return { deleted: key, ...(warnings.length > 0 ? { warnings } : {}) };
}
