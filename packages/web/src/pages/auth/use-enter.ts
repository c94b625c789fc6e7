import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useEffect } from "react";
import { useSignIn } from "../../api/session.js";
import { safeNext } from "./safe-next.js";

/** The page that the user requested before they had to sign in. */
export function useNext(): string {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  return safeNext(next);
}

/** After sign-in, goes to the requested page, or first to the password change if it is required. */
export function useEnter(): (tokens: ReplyOf<"login">) => Promise<void> {
  const { begin } = useSignIn();
  const navigate = useNavigate();
  const next = useNext();
  return async (tokens) => {
    begin(tokens);
    if (tokens.must_change_password) await navigate({ to: "/change-password", search: { next } });
    else await navigate({ href: next, replace: true });
  };
}

/** Navigates to a URL with its query, which a path alone does not have. */
export function Redirect({ href }: { readonly href: string }): null {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return null;
}
