import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { PageFailure } from "./shell/failures.js";
import { NoSuchPage, Shell } from "./shell/shell.js";
import { parseSearch, stringifySearch } from "./ui/forms/search-text.js";

type Load = Parameters<typeof lazyRouteComponent>[0];

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage, errorComponent: PageFailure });
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

/** Pages are loaded on navigation; `name` is the exported component. */
const page = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load, name) });
/** Without sign-in and without the shell. */
const openPage = (path: string, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

/** All pages, one per line. Pages of one resource are in `pages/<noun>/`. */
const PAGES = [
  page("/", () => import("./pages/start/start-page.js"), "StartPage"),
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
  page("/discover", () => import("./pages/discover/discover-page.js"), "DiscoverPage"),
  page("/review", () => import("./pages/review/review-page.js"), "ReviewPage"),
  page("/review/$id", () => import("./pages/review/submission-page.js"), "SubmissionPage"),
  page("/sessions", () => import("./pages/sessions/sessions-page.js"), "SessionsPage"),
  page("/sessions/$id", () => import("./pages/sessions/session-page.js"), "SessionPage"),
  page("/dashboard", () => import("./pages/dashboard/dashboard-page.js"), "DashboardPage"),
  page("/teams", () => import("./pages/teams/teams-page.js"), "TeamsPage"),
  page("/teams/$id", () => import("./pages/teams/team-page.js"), "TeamPage"),
  page("/admin", () => import("./pages/admin/admin-page.js"), "AdminPage"),
  page("/admin/users", () => import("./pages/admin/users-page.js"), "UsersPage"),
  page("/admin/settings", () => import("./pages/admin/settings-page.js"), "SettingsPage"),
  page("/admin/sso", () => import("./pages/admin/sso/sso-page.js"), "SsoPage"),
  page("/admin/audit-log", () => import("./pages/admin/audit-log-page.js"), "AuditLogPage"),
  page("/admin/ard-sources", () => import("./pages/admin/ard-sources-page.js"), "ArdSourcesPage"),
  page("/account", () => import("./pages/account/account-page.js"), "AccountPage"),
];

const OPEN_PAGES = [
  openPage("/welcome", () => import("./pages/auth/welcome-page.js"), "WelcomePage"),
  openPage("/login", () => import("./pages/auth/login-page.js"), "LoginPage"),
  openPage("/register", () => import("./pages/auth/register-page.js"), "RegisterPage"),
  openPage("/forgot-password", () => import("./pages/auth/forgot-password-page.js"), "ForgotPasswordPage"),
  openPage("/change-password", () => import("./pages/auth/change-password-page.js"), "ChangePasswordPage"),
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
