import { CircleAlert, RotateCw } from "lucide-react";
import { mayPass, type ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { CopyButton } from "./copy-button.js";

interface ErrorBoxProps {
  readonly problem: ApiProblem;
  readonly onRetry?: (() => void) | undefined;
}

/** An error with the server's message and the request ID of its log. */
export function ErrorBox({ problem, onRetry }: ErrorBoxProps) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3 py-2.5">
      <CircleAlert size={18} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-col gap-1">
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
          <p className="flex items-center gap-1 text-sm">
            Request <code className="font-mono">{problem.requestId}</code>
            <CopyButton text={problem.requestId} what="the request ID" />
          </p>
        )}
      </div>
      {onRetry && (
        <Button size="small" variant={mayPass(problem) ? "plain" : "quiet"} onClick={onRetry}>
          <RotateCw size={14} aria-hidden="true" /> Try again
        </Button>
      )}
    </div>
  );
}
