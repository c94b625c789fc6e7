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

interface SessionLinkProps {
  readonly session: Ref;
  /** `row`: the whole row of a list is the link. */
  readonly look?: "text" | "row";
  readonly children?: ReactNode;
}

const LOOKS = {
  text: "font-medium text-accent underline underline-offset-2",
  row: "min-w-0 font-medium text-ink outline-none after:absolute after:inset-0",
} as const;

export const SessionLink = ({ session, look = "text", children }: SessionLinkProps) => (
  <Link to="/sessions/$id" params={{ id: session.session_id }} search={refOf(session)} className={LOOKS[look]}>
    {children ?? session.session_id}
  </Link>
);
