import type { Role } from "@tackroom/contract/roles";
import { SIGN_IN_NAMES } from "@tackroom/contract/sign-in-methods";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Badge, type Tone } from "../../ui/feedback/badge.js";
import { Breakable } from "../../ui/text/breakable.js";
import { Button } from "../../ui/actions/button.js";
import { Menu } from "../../ui/overlays/menu.js";
import type { MenuEntry } from "../../ui/overlays/open-menu.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { ROLE_NAMES } from "./role-select.js";
import { USER_CHANGES, type AdminUser, type UserChange } from "./user-changes.js";

const ROLE_TONES: Readonly<Record<Role, Tone>> = {
  user: "neutral",
  reviewer: "info",
  admin: "accent",
  super_admin: "accent",
};

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    key: "name",
    header: "User",
    cell: (user) => (
      <div className="min-w-0">
        <p className="font-medium">{user.name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          <Breakable text={user.email} />
        </p>
      </div>
    ),
  },
  { key: "username", header: "Username", secondary: true, cell: ({ username }) => username },
  {
    key: "role",
    header: "Role",
    cell: ({ role, is_active: isActive }) => (
      <div className="flex flex-wrap gap-1">
        <Badge tone={ROLE_TONES[role]}>{ROLE_NAMES[role]}</Badge>
        {!isActive && <Badge tone="bad">Deactivated</Badge>}
      </div>
    ),
  },
  { key: "department", header: "Department", secondary: true, cell: ({ department }) => department ?? "—" },
  {
    key: "provider",
    header: "Signs in with",
    secondary: true,
    cell: ({ auth_provider: provider }) => SIGN_IN_NAMES[provider],
  },
  { key: "last", header: "Last sign-in", secondary: true, cell: (user) => <LastSignIn user={user} /> },
  { key: "created", header: "Created", secondary: true, cell: (user) => <Time at={user.created_at} /> },
];

function LastSignIn({ user: { last_sign_in_at: at, last_sign_in_method: method } }: { readonly user: AdminUser }) {
  if (at === null) return "never";
  return (
    <>
      <Time at={at} />
      {method !== null && <p className="text-sm text-muted">{SIGN_IN_NAMES[method]}</p>}
    </>
  );
}

export function UserTable({ users }: { readonly users: readonly AdminUser[] }) {
  const [chosen, setChosen] = useState<{ user: AdminUser; change: UserChange }>();
  const actions: Column<AdminUser> = {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (user) => <UserActions user={user} onChoose={(change) => setChosen({ user, change })} />,
  };
  const Dialog = chosen && USER_CHANGES[chosen.change].dialog;
  return (
    <>
      <Table caption="Users" columns={[...COLUMNS, actions]} rows={users} rowKey={({ id }) => id} />
      {Dialog && <Dialog user={chosen.user} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface UserActionsProps {
  readonly user: AdminUser;
  readonly onChoose: (change: UserChange) => void;
}

function UserActions({ user, onChoose }: UserActionsProps) {
  const me = useUser();
  const isSsoOnly = useCall("getPublicConfig").data?.sso_only === true;
  // The server rejects changes to users with a higher role.
  if (!mayActAs(me, user.role)) return null;
  const entries = (Object.keys(USER_CHANGES) as UserChange[])
    .filter((change) => {
      const { offered, needsPasswords = false } = USER_CHANGES[change];
      return offered(user, me) && !(needsPasswords && isSsoOnly);
    })
    .map((change): MenuEntry => {
      const { label, isDangerous } = USER_CHANGES[change];
      return { label, onSelect: () => onChoose(change), ...(isDangerous ? { tone: "bad" } : {}) };
    });
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Actions for ${user.username}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
      entries={entries}
    />
  );
}
