import {
  ChartColumn,
  ClipboardCheck,
  House,
  LayoutGrid,
  ScrollText,
  Settings,
  Sparkles,
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
}

/** The side navigation, in order; it shows places that `routes.tsx` has a page for. */
export const PLACES: readonly Place[] = [
  { to: "/", label: "Start", icon: House, role: "user" },
  { to: "/registry", label: "Registry", icon: LayoutGrid, role: "user" },
  { to: "/discover", label: "Discover", icon: Sparkles, role: "user" },
  { to: "/review", label: "Review", icon: ClipboardCheck, role: "reviewer" },
  { to: "/sessions", label: "Sessions", icon: ScrollText, role: "user" },
  { to: "/dashboard", label: "Dashboard", icon: ChartColumn, role: "user" },
  { to: "/teams", label: "Teams", icon: UsersRound, role: "user" },
  { to: "/admin", label: "Administration", icon: Settings, role: "admin" },
  { to: "/account", label: "Account", icon: UserRound, role: "user" },
];
