import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mayActAs, useUser } from "../../api/session.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";

/** Pages of reviewers. Other users do not send requests that the server would reject. */
export function ReviewersOnly({ children }: { readonly children: ReactNode }) {
  const user = useUser();
  if (mayActAs(user, "reviewer")) return children;
  return (
    <Page title="Review">
      <EmptyState icon={ShieldAlert} title="Reviewers only">
        Your role is {user.role.replace("_", " ")}. The start page and your inbox tell you what reviewers say about your
        own submissions.
      </EmptyState>
    </Page>
  );
}
