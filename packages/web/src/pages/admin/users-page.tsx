import { ROLES, type Role } from "@tackroom/contract/roles";
import { Search, Upload, UserPlus, UserRoundX } from "lucide-react";
import { useState } from "react";
import { useCall, useList } from "../../api/queries.js";
import { useAddressFilters, type AddressFilters } from "../../ui/forms/address-filters.js";
import { Button } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Field, Input, Select } from "../../ui/forms/field.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Pagination } from "../../ui/data/pagination.js";
import { AdminFrame } from "./admin-frame.js";
import { CreateUserDialog } from "./create-user-dialog.js";
import { DepartmentUploadDialog } from "./department-upload-dialog.js";
import { ROLE_NAMES } from "./role-select.js";
import { UserTable } from "./user-table.js";

const PAGE = 50;
const NO_PASSWORDS_ID = "why-no-passwords";

export const UsersPage = () => (
  <AdminFrame title="Users" intro="All accounts with their roles, departments and sign-ins.">
    <Users />
  </AdminFrame>
);

function Users() {
  const filters = useAddressFilters(["search", "role", "active"]);
  const [dialog, setDialog] = useState<"create" | "departments">();
  const { search, role, active } = filters.values;
  const isSsoOnly = useCall("getPublicConfig").data?.sso_only === true;
  const users = useList(
    "listUsers",
    {
      query: {
        limit: PAGE,
        offset: filters.offset,
        ...(search === undefined ? {} : { search }),
        ...(role === undefined ? {} : { role: role as Role }),
        ...(active === undefined ? {} : { active: active === "true" }),
      },
    },
    { keepsPrevious: true },
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <UserFilters key={search ?? ""} filters={filters} />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog("departments")}>
            <Upload size={14} aria-hidden="true" /> Upload departments
          </Button>
          <Button
            variant="primary"
            disabled={isSsoOnly}
            aria-describedby={isSsoOnly ? NO_PASSWORDS_ID : undefined}
            onClick={() => setDialog("create")}
          >
            <UserPlus size={14} aria-hidden="true" /> Create user
          </Button>
        </div>
      </div>
      {isSsoOnly && (
        <p id={NO_PASSWORDS_ID} className="text-sm text-muted">
          This server uses single sign-on: users cannot be created here, and passwords cannot be reset. An account is
          created when a user signs in for the first time.
        </p>
      )}
      <Loaded query={users}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? <NobodyFound onClear={filters.clear} /> : <UserTable users={items} />}
            <Pagination offset={filters.offset} limit={PAGE} total={total} onChange={filters.turnTo} />
          </>
        )}
      </Loaded>
      {dialog === "create" && <CreateUserDialog onClose={() => setDialog(undefined)} />}
      {dialog === "departments" && <DepartmentUploadDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

const NobodyFound = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState icon={UserRoundX} title="No users found" action={<Button onClick={onClear}>Show everyone</Button>}>
    No account matches. The search matches the start of emails, usernames and names.
  </EmptyState>
);

/** Searches on submit and not on every keystroke, because every query of accounts is recorded in the audit log. */
function UserFilters({ filters }: { readonly filters: AddressFilters }) {
  const [text, setText] = useState(filters.values["search"] ?? "");
  return (
    <form
      role="search"
      aria-label="Users"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        filters.set({ search: text.trim() });
      }}
    >
      <Field label="Search" className="w-56">
        {(ids) => (
          <Input
            {...ids}
            type="search"
            data-page-search=""
            placeholder="Email, username or name"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="Role">
        {(ids) => (
          <Select
            {...ids}
            value={filters.values["role"] ?? ""}
            onChange={(event) => filters.set({ role: event.target.value })}
          >
            <option value="">All roles</option>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ActiveFilter filters={filters} />
      <Button type="submit">
        <Search size={14} aria-hidden="true" /> Search
      </Button>
    </form>
  );
}

const ActiveFilter = ({ filters }: { readonly filters: AddressFilters }) => (
  <Field label="Account">
    {(ids) => (
      <Select
        {...ids}
        value={filters.values["active"] ?? ""}
        onChange={(event) => filters.set({ active: event.target.value })}
      >
        <option value="">All accounts</option>
        <option value="true">Active</option>
        <option value="false">Deactivated</option>
      </Select>
    )}
  </Field>
);
