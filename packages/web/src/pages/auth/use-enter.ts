import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useEffect } from "react";
import { useSignIn } from "../../api/session.js";
import { safeNext } from "./safe-next.js";

/** Where someone wanted to go before they were asked to sign in. */
export function useNext(): string {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  return safeNext(next);
}

/** Signed in: on to where they wanted to go, but first to a new password where one is due. */
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

/** To an address with its query, which a path alone does not have. */
export function Redirect({ href }: { readonly href: string }): null {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return null;
}
