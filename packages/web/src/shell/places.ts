import {
  BellRing,
  ChartColumn,
  ClipboardCheck,
  FileLock,
  Globe,
  House,
  Inbox,
  LayoutGrid,
  LogIn,
  PiggyBank,
  Plug,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  UserCog,
  UserRound,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "@tackroom/contract/roles";

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The required role. */
  readonly role: Role;
  /** Pressed after `g`, it leads there. */
  readonly key?: string;
}

/** The side navigation, in order. */
export const MAIN_PLACES: readonly Place[] = [
  { to: "/", label: "Home", icon: House, role: "user", key: "h" },
  { to: "/inbox", label: "Inbox", icon: Inbox, role: "user", key: "i" },
  { to: "/registry", label: "Registry", icon: LayoutGrid, role: "user", key: "r" },
  { to: "/review", label: "Review", icon: ClipboardCheck, role: "reviewer", key: "v" },
  { to: "/sessions", label: "Sessions", icon: ScrollText, role: "user", key: "s" },
  { to: "/dashboard", label: "Dashboard", icon: ChartColumn, role: "user", key: "d" },
  { to: "/alerts", label: "Alerts", icon: BellRing, role: "user" },
  { to: "/budgets", label: "Budgets", icon: PiggyBank, role: "user" },
  { to: "/teams", label: "Teams", icon: UsersRound, role: "user" },
  { to: "/connect", label: "Connect", icon: Plug, role: "user" },
];

export const ADMIN_PLACES: readonly Place[] = [
  { to: "/admin/users", label: "Users", icon: UserCog, role: "admin" },
  { to: "/admin/settings", label: "Settings", icon: Settings, role: "admin" },
  { to: "/admin/sso", label: "Single sign-on", icon: LogIn, role: "admin" },
  { to: "/admin/weights", label: "Scorecard weights", icon: Scale, role: "admin" },
  { to: "/admin/audit-log", label: "Audit log", icon: ShieldCheck, role: "admin" },
  { to: "/admin/ard-sources", label: "Discovery sources", icon: Globe, role: "admin" },
  { to: "/admin/policy", label: "Managed settings", icon: FileLock, role: "admin" },
];

/** Behind the user's menu. */
const ACCOUNT_PLACE: Place = { to: "/account", label: "Account", icon: UserRound, role: "user" };

export const ALL_PLACES: readonly Place[] = [...MAIN_PLACES, ...ADMIN_PLACES, ACCOUNT_PLACE];

/** The place that a page belongs to. */
export const placeAt = (path: string): Place | undefined =>
  ALL_PLACES.find(({ to }) => path === to || (to !== "/" && path.startsWith(`${to}/`)));
