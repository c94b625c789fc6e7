import { RotateCw } from "lucide-react";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { mayPass, type ApiProblem, type FieldProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { AlertBox } from "./alert-box.js";
import { ReferenceLine } from "./reference-line.js";

interface ErrorBoxProps {
  readonly problem: ApiProblem;
  readonly onRetry?: (() => void) | undefined;
}

/** An error with the server's message. What a field says is not repeated, and the request ID is behind a click. */
export function ErrorBox({ problem, onRetry }: ErrorBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const unsaid = useUnsaid(problem, box);
  const isSaidAtFields = problem.fields.length > 0 && unsaid.length === 0;
  const retry = onRetry && (
    <Button size="small" variant={mayPass(problem) ? "plain" : "quiet"} onClick={onRetry}>
      <RotateCw size={14} aria-hidden="true" /> Try again
    </Button>
  );
  return (
    <AlertBox ref={box} action={retry}>
      <p>{isSaidAtFields ? "Check the marked fields." : problem.message}</p>
      {!isSaidBy(problem.message, unsaid) && (
        <ul className="list-disc pl-5 text-sm">
          {unsaid.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono">{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId !== undefined && (
        <details className="text-sm">
          <summary className="w-fit text-muted hover:text-ink">Details</summary>
          <ReferenceLine label="Request" id={problem.requestId} what="the request ID" />
        </details>
      )}
    </AlertBox>
  );
}

/** The message of a single problem is mostly the problem itself. */
const isSaidBy = (message: string, problems: readonly FieldProblem[]): boolean =>
  problems.length < 2 && problems.every((each) => message.includes(each.message));

/**
 * The problems that no field of the same form shows. Only the rendered form tells: a field may be folded away, or belong to
 * another kind of item.
 */
function useUnsaid({ fields }: ApiProblem, box: RefObject<HTMLElement | null>): readonly FieldProblem[] {
  const [unsaid, setUnsaid] = useState(fields);
  useLayoutEffect(() => {
    const form = box.current?.closest("form, [role=dialog], main");
    const shown = Array.from(form?.querySelectorAll("[data-field-problem]") ?? [], (each) => each.textContent);
    setUnsaid(fields.filter(({ message }) => !shown.includes(message)));
  }, [fields, box]);
  return unsaid;
}
