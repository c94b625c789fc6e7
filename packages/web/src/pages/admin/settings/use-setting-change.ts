import { useRef, useState } from "react";
import { useAction } from "../../../api/queries.js";
import { useToast } from "../../../ui/feedback/toast.js";
import type { Risk } from "./risk-dialog.js";
import type { Setting } from "./setting.js";
import { valueInWords } from "./setting-views.js";

const REFRESHES = ["listSettings", "listAuditLog", "getPublicConfig"] as const;

/** Beyond this, a value is not repeated in a message. */
const MAX_SHOWN_LENGTH = 60;

/** A new value, or undefined for the default. */
export type WantedValue = string | undefined;

/**
 * A change is checked first: if the server calls it dangerous, the user must confirm it. Afterwards it can be undone, except
 * for secrets that were replaced, which nobody can read back.
 */
export function useSettingChange(setting: Setting) {
  const [draft, setDraft] = useState<string>();
  const [risk, setRisk] = useState<Risk>();
  /** Not sent again when the field is left, only when the user asks for it. */
  const refused = useRef<string>(undefined);
  const check = useAction("checkSetting");
  const save = useSave(setting);
  const params = { key: setting.key };
  const discard = (): void => {
    setDraft(undefined);
    setRisk(undefined);
    refused.current = undefined;
    check.reset();
    save.reset();
  };
  const request = (value: WantedValue): void => {
    if (check.isPending || save.isPending) return;
    refused.current = value;
    const body = value === undefined ? {} : { value };
    const needsConsent = value === undefined && setting.is_sensitive;
    check.mutate(
      { params, body },
      {
        onSuccess: (found) => {
          if (needsConsent || found.consequence !== null || found.warnings.length > 0) setRisk({ value, ...found });
          else save.run(value, discard);
        },
      },
    );
  };
  return {
    draft,
    setDraft,
    risk,
    request,
    /** For a field that is left. */
    requestOnce: (value: string) => value !== refused.current && request(value),
    confirm: () => risk && save.run(risk.value, discard),
    discard,
    error: check.error ?? save.error,
    busy: check.isPending || save.isPending,
  };
}

/** Stores a value without asking, and offers to restore the one before. */
function useSave(setting: Setting) {
  const toast = useToast();
  const put = useAction("putSetting", { refreshes: REFRESHES });
  const reset = useAction("deleteSetting", { refreshes: REFRESHES });
  const { key, label } = setting;
  const send = async (value: WantedValue): Promise<void> => {
    if (value === undefined) await reset.mutateAsync({ params: { key } });
    else await put.mutateAsync({ params: { key }, body: { value } });
  };
  const undo = async (): Promise<void> => {
    try {
      await send(setting.is_set ? setting.value : undefined);
      toast.say(`Restored: ${label}.`);
    } catch (error) {
      toast.complain(`${label} was not restored. ${error instanceof Error ? error.message : ""}`);
    }
  };
  const canUndo = !setting.is_sensitive || !setting.is_set;
  return {
    error: put.error ?? reset.error,
    isPending: put.isPending || reset.isPending,
    reset(): void {
      put.reset();
      reset.reset();
    },
    run(value: WantedValue, onDone: () => void): void {
      send(value).then(
        () => {
          onDone();
          toast.say(savedMessage(setting, value), canUndo ? () => void undo() : undefined);
        },
        // Shown with the setting.
        () => undefined,
      );
    },
  };
}

function savedMessage(setting: Setting, value: WantedValue): string {
  const { label, is_sensitive: isSecret, restart_required: needsRestart } = setting;
  const words = valueInWords(setting, value ?? setting.default);
  const isShown = !isSecret && words.length <= MAX_SHOWN_LENGTH;
  const what = value === undefined ? `Reset: ${label}` : `Saved: ${label}`;
  return `${what}${isShown ? ` is ${words}` : ""}.${needsRestart ? " Takes effect after a restart." : ""}`;
}
