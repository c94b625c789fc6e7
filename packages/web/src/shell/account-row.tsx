import { useNavigate } from "@tanstack/react-router";
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useUser, type User } from "../api/session.js";
import { Button } from "../ui/actions/button.js";
import { Menu } from "../ui/overlays/menu.js";
import { nextTheme, useTheme, type Theme } from "../ui/theme/theme.js";
import { useSignOut } from "./use-sign-out.js";

interface AccountRowProps {
  readonly onHelp: () => void;
  /** Called when a page is chosen. */
  readonly onGo?: () => void;
}

/** The user with their menu, and the theme. */
export const AccountRow = (props: AccountRowProps) => (
  <div className="flex items-center gap-1 border-t border-line px-2.5 py-2">
    <UserMenu {...props} />
    <ThemeSwitch />
  </div>
);

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };
const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "Theme: system",
  light: "Theme: light",
  dark: "Theme: dark",
};

function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const Icon = THEME_ICONS[theme];
  const next = nextTheme(theme);
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={THEME_NAMES[theme]}
      title={`${THEME_NAMES[theme]} (click for ${next})`}
      onClick={() => choose(next)}
    >
      <Icon size={15} aria-hidden="true" />
    </Button>
  );
}

function UserMenu({ onHelp, onGo }: AccountRowProps) {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const toAccount = (): void => {
    onGo?.();
    void navigate({ to: "/account" });
  };
  const showHelp = (): void => {
    onGo?.();
    onHelp();
  };
  return (
    <Menu
      trigger={
        <Button variant="quiet" className="min-w-0 shrink grow justify-start px-1.5 text-ink">
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[0.625rem] font-semibold text-accent uppercase"
          >
            {initials(user)}
          </span>
          <span className="sr-only">Account of {user.username}</span>
          <span aria-hidden="true" className="truncate">
            {user.name}
          </span>
        </Button>
      }
      heading={
        <>
          {user.email}
          <br />
          {user.role.replace("_", " ")}
        </>
      }
      entries={[
        { label: <EntryLabel icon={UserRound} text="Account" />, onSelect: toAccount },
        { label: <EntryLabel icon={Keyboard} text="Keyboard shortcuts" />, onSelect: showHelp },
        { label: <EntryLabel icon={LogOut} text="Sign out" />, onSelect: signOut },
      ]}
    />
  );
}

const EntryLabel = ({ icon: Icon, text }: { readonly icon: typeof LogOut; readonly text: string }) => (
  <>
    <Icon size={14} aria-hidden="true" /> {text}
  </>
);

/** Of the first and the last word. */
function initials({ name }: Pick<User, "name">): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => Array.from(word ?? "")[0] ?? "").join("");
}
