import type { ApiProblem } from "../../api/problem.js";
import { Command } from "../../ui/text/code-block.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import type { Setting } from "./setting-control.js";

/** A value that would lock users out, with the warnings. */
export interface Risk {
  readonly value: string;
  readonly warnings: readonly string[];
}

interface LockoutDialogProps {
  readonly setting: Setting;
  readonly risk: Risk;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of a change that the user could not undo here. */
export const LockoutDialog = ({ setting, risk, busy, problem, onConfirm, onClose }: LockoutDialogProps) => (
  <Confirmation
    title={`Change ${setting.key} anyway?`}
    description="This change would lock users out."
    action="Change anyway"
    busy={busy}
    problem={problem}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <Lockout settingKey={setting.key} warnings={risk.warnings} />
  </Confirmation>
);

export function Lockout({
  settingKey,
  warnings,
}: {
  readonly settingKey: string;
  readonly warnings: readonly string[];
}) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-bad">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <p className="text-muted">The operator can undo this change on the server's machine:</p>
      <Command text={`npx tack server unset-setting ${settingKey}`} />
    </div>
  );
}
