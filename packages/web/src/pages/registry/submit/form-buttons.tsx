import type { ReactNode } from "react";
import type { ApiProblem } from "../../../api/problem.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";

interface FormButtonsProps {
  readonly busy: boolean;
  readonly problem: ApiProblem | undefined;
  /** The verb of the first button, which submits the form. */
  readonly action: string;
  readonly onSaveDraft?: () => void;
  readonly draftAction?: string;
  readonly hint?: ReactNode;
}

/** The end of a form. */
export function FormButtons({ busy, problem, action, onSaveDraft, draftAction, hint }: FormButtonsProps) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {problem && <ErrorBox problem={problem} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        {onSaveDraft && (
          <Button busy={busy} onClick={onSaveDraft}>
            {draftAction ?? "Save as draft"}
          </Button>
        )}
        {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      </div>
    </div>
  );
}
