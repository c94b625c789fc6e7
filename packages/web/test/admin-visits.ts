import { heading, table, type Visit } from "./visit.js";

export const ADMIN_VISITS: readonly Visit[] = [
  { name: "admin-users", path: "/admin/users", signedIn: true, ready: table("Users") },
  {
    name: "admin-settings",
    path: "/admin/settings",
    signedIn: true,
    ready: (page) => page.getByLabel("Web app URL", { exact: true }).waitFor(),
  },
  {
    name: "admin-sso",
    path: "/admin/sso",
    signedIn: true,
    ready: (page) => page.getByLabel("Require single sign-on", { exact: true }).waitFor(),
  },
  {
    name: "admin-weights",
    path: "/admin/weights",
    signedIn: true,
    ready: (page) => page.getByLabel("Goal completion").waitFor(),
  },
  { name: "admin-audit-log", path: "/admin/audit-log", signedIn: true, ready: table("Audit log") },
  {
    name: "admin-policy",
    path: "/admin/policy",
    signedIn: true,
    ready: (page) => page.getByRole("region", { name: "managed-settings.json" }).waitFor(),
  },
  { name: "admin-ard-sources", path: "/admin/ard-sources", signedIn: true, ready: heading("Discovery sources") },
];
