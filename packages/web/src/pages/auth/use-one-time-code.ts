import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/context.js";
import type { ApiProblem } from "../../api/problem.js";
import { useSession } from "../../api/session.js";
import { useEnter } from "./use-enter.js";

interface OneTimeCode {
  readonly isPending: boolean;
  readonly problem: ApiProblem | undefined;
}

/** Finishes a single sign-on, from which the browser returns to `/login?code=…&next=…`. */
export function useOneTimeCode(): OneTimeCode {
  const { code: given, next } = useSearch({ strict: false }) as { code?: unknown; next?: unknown };
  const [code] = useState(typeof given === "string" && given !== "" ? given : undefined);
  const [problem, setProblem] = useState<ApiProblem>();
  const api = useApi();
  const navigate = useNavigate();
  const enter = useEnter();
  const latestEnter = useRef(enter);
  useEffect(() => {
    latestEnter.current = enter;
  });

  // Removed at once: the code is a credential, and must not stay in the history or be sent again by a reload.
  useEffect(() => {
    if (code !== undefined) void navigate({ to: "/login", search: { next }, replace: true });
  }, [code, next, navigate]);

  // A session that is still being restored would otherwise replace the new one.
  const { data, error } = useSession();
  const isRestored = data !== undefined || error !== null;
  useEffect(() => {
    if (code === undefined || !isRestored) return undefined;
    let isMounted = true;
    api.exchange(code).then(
      (tokens) => (isMounted ? latestEnter.current(tokens) : undefined),
      (failure: ApiProblem) => (isMounted ? setProblem(failure) : undefined),
    );
    return () => {
      isMounted = false;
    };
  }, [api, code, isRestored]);

  return { isPending: code !== undefined && problem === undefined, problem };
}
