import { Link } from "@tanstack/react-router";
import type { Session } from "@tackroom/contract";
import type { ReactNode } from "react";

/** The title of the session, or its first prompt. */
export const givenName = ({ title, first_prompt: prompt }: Session): string | null => title ?? prompt;

export const sessionName = (session: Session): string => givenName(session) ?? session.session_id;

type Ref = Pick<Session, "session_id" | "harness" | "project" | "user_id">;

/** An ID alone can refer to several sessions. */
export const refOf = ({ harness, project, user_id }: Ref) => ({ harness, project, user_id });

export const keyOf = ({ session_id, harness, project, user_id }: Ref): string =>
  JSON.stringify([session_id, harness, project, user_id]);

export const SessionLink = ({ session, children }: { readonly session: Ref; readonly children?: ReactNode }) => (
  <Link
    to="/sessions/$id"
    params={{ id: session.session_id }}
    search={refOf(session)}
    className="font-medium text-accent underline underline-offset-2"
  >
    {children ?? session.session_id}
  </Link>
);
