import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mayActAs, useUser } from "../../api/session.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { SearchProgress } from "./search-progress.js";

interface AdminFrameProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

/** The frame of all administration pages. Pages of other users do not send requests that the server would reject. */
export function AdminFrame({ title, intro, children }: AdminFrameProps) {
  const user = useUser();
  if (!mayActAs(user, "admin")) {
    return (
      <Page title={title}>
        <EmptyState icon={ShieldAlert} title="Admins only">
          Your role is {user.role.replace("_", " ")}. An admin can change it under Administration, Users.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={title} intro={intro}>
      <SearchProgress />
      {children}
    </Page>
  );
}
