import { RotateCw } from "lucide-react";
import { mayPass, type ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { AlertBox } from "./alert-box.js";
import { ReferenceLine } from "./reference-line.js";

interface ErrorBoxProps {
  readonly problem: ApiProblem;
  readonly onRetry?: (() => void) | undefined;
}

/** An error with the server's message and the request ID of its log. */
export function ErrorBox({ problem, onRetry }: ErrorBoxProps) {
  const retry = onRetry && (
    <Button size="small" variant={mayPass(problem) ? "plain" : "quiet"} onClick={onRetry}>
      <RotateCw size={14} aria-hidden="true" /> Try again
    </Button>
  );
  return (
    <AlertBox action={retry}>
      <p>{problem.message}</p>
      {problem.fields.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {problem.fields.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono">{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId !== undefined && (
        <ReferenceLine label="Request" id={problem.requestId} what="the request ID" />
      )}
    </AlertBox>
  );
}
