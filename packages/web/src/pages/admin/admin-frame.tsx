import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mayActAs, useUser } from "../../api/session.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { SearchProgress } from "./search-progress.js";

const PARTS = [
  { to: "/admin/users", label: "Users" },
  { to: "/admin/settings", label: "Settings" },
  { to: "/admin/sso", label: "Single sign-on" },
  { to: "/admin/audit-log", label: "Audit log" },
  { to: "/admin/ard-sources", label: "Discovery sources" },
];

const LOOK =
  "-mb-px border-b-2 border-transparent px-1.5 py-2 font-medium sm:px-3 whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink";

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
      <nav aria-label="Administration" className="flex flex-wrap border-b border-line">
        {PARTS.map(({ to, label }) => (
          <Link key={to} to={to} className={LOOK}>
            {label}
          </Link>
        ))}
      </nav>
      <SearchProgress />
      {children}
    </Page>
  );
}
