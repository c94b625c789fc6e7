import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";

/** Said instead of asking for what the server would refuse. */
export const NoPermission = ({ children }: { readonly children: ReactNode }) => (
  <EmptyState
    icon={Lock}
    title="You do not have permission"
    action={<ButtonLink to="/dashboard">Your own dashboard</ButtonLink>}
  >
    {children}
  </EmptyState>
);
