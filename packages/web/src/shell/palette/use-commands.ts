import { BellPlus, BookOpen, Bot, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import { mayActAs, useUser } from "../../api/session.js";
import { THEMES, useTheme } from "../../ui/theme/theme.js";
import { ALL_PLACES } from "../places.js";
import { useSignOut } from "../use-sign-out.js";
import type { PaletteOption } from "./option.js";

/** The pages that the user can access. */
export function usePages(): readonly PaletteOption[] {
  const user = useUser();
  return ALL_PLACES.filter(({ role }) => mayActAs(user, role)).map(({ to, label, icon, key }) => ({
    id: `page:${to}`,
    label,
    icon,
    colour: "c6",
    keys: key && `g ${key}`,
    action: { href: to },
  }));
}

const THEME_COMMANDS = {
  system: { label: "Use the theme of the system", icon: Monitor },
  light: { label: "Use the light theme", icon: Sun },
  dark: { label: "Use the dark theme", icon: Moon },
};

/** What can be done from everywhere. */
export function useCommands(onHelp: () => void): readonly PaletteOption[] {
  const signOut = useSignOut();
  const [theme, chooseTheme] = useTheme();
  const themes = THEMES.filter((each) => each !== theme).map((each) => ({
    ...THEME_COMMANDS[each],
    id: `theme-${each}`,
    action: { run: () => chooseTheme(each) },
  }));
  const commands = [
    { id: "submit", label: "Submit an item", icon: Plus, action: { href: "/registry/submit" } },
    { id: "new-agent", label: "New agent", icon: Bot, action: { href: "/registry/submit/agents" } },
    { id: "new-alert", label: "New alert", icon: BellPlus, action: { href: "/alerts/new" } },
    ...themes,
    { id: "shortcuts", label: "Show keyboard shortcuts", icon: Keyboard, keys: "?", action: { run: onHelp } },
    // A page of the server, which the app cannot show.
    {
      id: "docs",
      label: "Open the API reference",
      icon: BookOpen,
      action: { run: () => window.location.assign("/docs") },
    },
    { id: "sign-out", label: "Sign out", icon: LogOut, action: { run: signOut } },
  ];
  return commands.map((command) => ({ ...command, id: `command:${command.id}`, colour: "c6" }));
}
