import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { typeOfKind } from "./api/kinds.js";
import { loadCode } from "./api/load-code.js";
import { PageFailure } from "./shell/failures.js";
import { NoSuchPage, Shell } from "./shell/shell.js";
import { parseSearch, stringifySearch, type SearchParams } from "./ui/forms/search-text.js";

type Load = Parameters<typeof lazyRouteComponent>[0];

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage, errorComponent: PageFailure });
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const lazyPage = (load: Load, name: string) => lazyRouteComponent(() => loadCode(load), name);
/** Pages are loaded on navigation; `name` is the exported component. */
const page = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyPage(load, name) });
/** Without sign-in and without the shell. */
const openPage = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load, name) });

/** Redirects old links: the search of the registry has replaced the page. */
const discover = createRoute({
  getParentRoute: () => shell,
  path: "/discover",
  beforeLoad: ({ search }) => {
    const { text, kind, harness } = search as SearchParams;
    const type = typeOfKind(kind ?? "");
    const asked = { ...(text ? { q: text } : {}), ...(type ? { type } : {}), ...(harness ? { harness } : {}) };
    throw redirect({ to: "/registry", search: asked, replace: true });
  },
});

/** All pages, one per line. Pages of one resource are in `pages/<noun>/`. */
const PAGES = [
  page("/", () => import("./pages/home/home-page.js"), "HomePage"),
  page("/registry", () => import("./pages/registry/registry-page.js"), "RegistryPage"),
  page("/registry/submit", () => import("./pages/registry/submit/submit-page.js"), "SubmitPage"),
  page("/registry/submit/agents", () => import("./pages/registry/agent-builder/new-agent-page.js"), "NewAgentPage"),
  page("/registry/submit/$type", () => import("./pages/registry/submit/submit-kind-page.js"), "SubmitKindPage"),
  page(
    "/registry/agents/$namespace/$slug/edit",
    () => import("./pages/registry/agent-builder/edit-agent-page.js"),
    "EditAgentPage",
  ),
  page("/registry/$type/$namespace/$slug/edit", () => import("./pages/registry/edit/edit-page.js"), "EditPage"),
  page("/registry/$type/$namespace/$slug", () => import("./pages/registry/item/item-page.js"), "ItemPage"),
  discover,
  page("/review", () => import("./pages/review/review-page.js"), "ReviewPage"),
  page("/review/$id", () => import("./pages/review/submission-page.js"), "SubmissionPage"),
  page("/sessions", () => import("./pages/sessions/list/sessions-page.js"), "SessionsPage"),
  page("/sessions/$id", () => import("./pages/sessions/trace/session-page.js"), "SessionPage"),
  page("/dashboard", () => import("./pages/dashboard/dashboard-page.js"), "DashboardPage"),
  page("/people/$id", () => import("./pages/dashboard/person-page.js"), "PersonPage"),
  page("/alerts", () => import("./pages/alerts/alerts-page.js"), "AlertsPage"),
  page("/alerts/new", () => import("./pages/alerts/new-alert-page.js"), "NewAlertPage"),
  page("/alerts/$id", () => import("./pages/alerts/alert-page.js"), "AlertPage"),
  page("/alerts/$id/edit", () => import("./pages/alerts/edit-alert-page.js"), "EditAlertPage"),
  page("/budgets", () => import("./pages/budgets/budgets-page.js"), "BudgetsPage"),
  page("/inbox", () => import("./pages/inbox/inbox-page.js"), "InboxPage"),
  page("/teams", () => import("./pages/teams/teams-page.js"), "TeamsPage"),
  page("/teams/$id", () => import("./pages/teams/team-page.js"), "TeamPage"),
  page("/teams/$id/dashboard", () => import("./pages/dashboard/team-dashboard-page.js"), "TeamDashboardPage"),
  page("/admin", () => import("./pages/admin/admin-page.js"), "AdminPage"),
  page("/admin/users", () => import("./pages/admin/users-page.js"), "UsersPage"),
  page("/admin/settings", () => import("./pages/admin/settings/settings-page.js"), "SettingsPage"),
  page("/admin/sso", () => import("./pages/admin/sso/sso-page.js"), "SsoPage"),
  page("/admin/weights", () => import("./pages/admin/weights/weights-page.js"), "WeightsPage"),
  page("/admin/audit-log", () => import("./pages/admin/audit/audit-log-page.js"), "AuditLogPage"),
  page("/admin/ard-sources", () => import("./pages/admin/ard-sources-page.js"), "ArdSourcesPage"),
  page("/admin/policy", () => import("./pages/admin/policy/policy-page.js"), "PolicyPage"),
  page("/connect", () => import("./pages/connect/connect-page.js"), "ConnectPage"),
  page("/connect/feeds", () => import("./pages/connect/feeds/feeds-page.js"), "FeedsPage"),
  page("/account", () => import("./pages/account/account-page.js"), "AccountPage"),
];

const OPEN_PAGES = [
  openPage("/welcome", () => import("./pages/auth/welcome-page.js"), "WelcomePage"),
  openPage("/login", () => import("./pages/auth/login-page.js"), "LoginPage"),
  openPage("/register", () => import("./pages/auth/register-page.js"), "RegisterPage"),
  openPage("/forgot-password", () => import("./pages/auth/forgot-password-page.js"), "ForgotPasswordPage"),
  openPage("/change-password", () => import("./pages/auth/change-password-page.js"), "ChangePasswordPage"),
  openPage("/oauth/authorize", () => import("./pages/auth/consent-page.js"), "ConsentPage"),
  openPage("/device", () => import("./pages/auth/device-page.js"), "DevicePage"),
];

export const createPages = () =>
  createRouter({
    routeTree: root.addChildren([shell.addChildren(PAGES), ...OPEN_PAGES]),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
  });
