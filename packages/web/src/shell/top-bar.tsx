import { Link, useNavigate } from "@tanstack/react-router";
import { LogOut, Menu as MenuIcon, Monitor, Moon, Search, Sun } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { useSignIn, useUser } from "../api/session.js";
import { Button } from "../ui/actions/button.js";
import { Input } from "../ui/forms/field.js";
import { KeyboardHint, useShortcuts } from "../ui/actions/keyboard.js";
import { Logo } from "../ui/layout/logo.js";
import { Menu } from "../ui/overlays/menu.js";
import { THEMES, useTheme } from "../ui/theme/theme.js";
import { useToast } from "../ui/feedback/toast.js";

export function TopBar({ onOpenNav }: { readonly onOpenNav: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas px-3 sm:gap-4 sm:px-4">
      <Button variant="quiet" size="icon" className="md:hidden" aria-label="Open navigation" onClick={onOpenNav}>
        <MenuIcon size={18} aria-hidden="true" />
      </Button>
      <Link to="/" className="flex items-center gap-2 rounded text-lg font-semibold md:w-48">
        <Logo size={20} />
        <span className="sr-only sm:not-sr-only">Tackroom</span>
      </Link>
      <SearchBox />
      <ThemeSwitch />
      <UserMenu />
    </header>
  );
}

/** Opens the registry; on the registry page, the page's own field handles the slash key. */
function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const navigate = useNavigate();
  useShortcuts({
    "/": () => {
      const own = document.querySelector<HTMLInputElement>("[data-page-search]");
      (own ?? field.current)?.focus();
    },
  });
  const search = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ to: "/registry", search: { q: text } });
    setText("");
  };
  return (
    <form role="search" onSubmit={search} className="relative min-w-0 max-w-md grow">
      <Search size={14} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted" />
      <Input
        ref={field}
        type="search"
        aria-label="Search the registry"
        placeholder="Search"
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        className="border-line bg-sunken pl-8"
      />
      <span aria-hidden="true" className="absolute top-1.5 right-2 hidden sm:inline">
        {text === "" && <KeyboardHint>/</KeyboardHint>}
      </span>
    </form>
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };
const THEME_NAMES = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };

function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const Icon = THEME_ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <Button
      variant="quiet"
      size="icon"
      className="ml-auto"
      aria-label={THEME_NAMES[theme]}
      title={`${THEME_NAMES[theme]} (click for ${next})`}
      onClick={() => choose(next)}
    >
      <Icon size={16} aria-hidden="true" />
    </Button>
  );
}

function UserMenu() {
  const user = useUser();
  const { end } = useSignIn();
  const toast = useToast();
  const signOut = (): void => {
    end().catch(() => toast.complain("Sign-out failed: could not reach the server. Try again."));
  };
  return (
    <Menu
      trigger={
        <Button variant="quiet" className="max-w-40 px-2">
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs text-accent uppercase"
          >
            {user.username.slice(0, 2)}
          </span>
          <span className="sr-only">Account of {user.username}</span>
          <span aria-hidden="true" className="hidden truncate sm:inline">
            {user.username}
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
        {
          label: (
            <>
              <LogOut size={14} aria-hidden="true" /> Sign out
            </>
          ),
          onSelect: signOut,
        },
      ]}
    />
  );
}
