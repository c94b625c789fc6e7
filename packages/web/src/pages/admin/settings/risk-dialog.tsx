import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../../api/problem.js";
import { Command } from "../../../ui/text/code-block.js";
import { Confirmation } from "../../../ui/overlays/confirmation.js";
import type { Setting } from "./setting.js";
import { valueInWords } from "./setting-views.js";

/** A change that the server calls dangerous, with its reasons. */
export interface Risk extends ReplyOf<"checkSetting"> {
  /** Undefined: the default. */
  readonly value: string | undefined;
}

interface RiskDialogProps {
  readonly setting: Setting;
  readonly risk: Risk;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Explains what a dangerous change does, and asks for confirmation. */
export function RiskDialog({ setting, risk, busy, problem, onConfirm, onClose }: RiskDialogProps) {
  const isReset = risk.value === undefined;
  return (
    <Confirmation
      title={`${isReset ? "Reset" : "Change"} “${setting.label}”?`}
      description={describe(setting, risk)}
      action={isReset ? "Reset to default" : risk.warnings.length > 0 ? "Change anyway" : "Change"}
      busy={busy}
      problem={problem}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Lockout settingKey={setting.key} warnings={risk.warnings} />
    </Confirmation>
  );
}

function describe(setting: Setting, { value, consequence, warnings }: Risk): string {
  const becomes =
    value === undefined
      ? setting.is_sensitive
        ? "The stored secret is deleted and cannot be restored."
        : `The default applies again: ${valueInWords(setting, setting.default)}.`
      : undefined;
  const lockout = warnings.length > 0 ? "This change would lock users out." : undefined;
  return [becomes, consequence, lockout].filter(Boolean).join(" ");
}

interface LockoutProps {
  readonly settingKey: string;
  readonly warnings: readonly string[];
}

function Lockout({ settingKey, warnings }: LockoutProps) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-bad">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <p className="text-muted">The operator can undo this change on the server's machine:</p>
      <Command text={`tack server unset-setting ${settingKey}`} />
    </div>
  );
}
