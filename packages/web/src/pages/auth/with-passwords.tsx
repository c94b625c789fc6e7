import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { AuthFrame } from "./auth-frame.js";

interface WithPasswordsProps {
  /** The title while it is not known yet whether the server has passwords. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A page about passwords, which a server that only allows single sign-on does not have. */
export function WithPasswords({ title, children }: WithPasswordsProps) {
  const config = useCall("getPublicConfig");
  if (config.data?.sso_only) {
    return (
      <AuthFrame title="Passwords are disabled" intro="This server uses single sign-on instead of passwords.">
        <Link to="/login" className="text-center text-accent underline">
          Go to sign in
        </Link>
      </AuthFrame>
    );
  }
  if (config.isPending) {
    return (
      <AuthFrame title={title}>
        <Skeleton className="h-44" />
      </AuthFrame>
    );
  }
  return children;
}
