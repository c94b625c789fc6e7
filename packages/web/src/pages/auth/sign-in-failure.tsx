import { useSearch } from "@tanstack/react-router";
import type { ApiProblem } from "../../api/problem.js";
import { AlertBox } from "../../ui/feedback/alert-box.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { ReferenceLine } from "../../ui/feedback/reference-line.js";
import { referenceIn, ssoFailureMessage } from "./sso-failure.js";

/** The error code that the server adds to the URL of the login page when a sign-in at a provider fails. */
export function useSsoErrorCode(): string | undefined {
  const { sso_error: code } = useSearch({ strict: false }) as { sso_error?: unknown };
  return typeof code === "string" ? code : undefined;
}

interface SignInFailureProps {
  readonly code: string | undefined;
  readonly problem: ApiProblem | undefined;
}

/** Why a single sign-on failed: at the provider, or when its code was exchanged. */
export function SignInFailure({ code, problem }: SignInFailureProps) {
  const { ref } = useSearch({ strict: false }) as { ref?: unknown };
  const reference = referenceIn(ref);
  if (problem) return <ErrorBox problem={problem} />;
  if (code === undefined) return null;
  return (
    <AlertBox>
      <p>{ssoFailureMessage(code)}</p>
      {reference !== undefined && <ReferenceLine label="Reference:" id={reference} what="the reference" />}
    </AlertBox>
  );
}
