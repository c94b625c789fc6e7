import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { mayActAs, useUser } from "../api/session.js";
import { ShortcutProvider, useShortcuts } from "../ui/actions/shortcuts.js";
import { lazyPart } from "../ui/feedback/lazy-part.js";
import { useLoadedSoon } from "../ui/theme/use-loaded-soon.js";
import { loadPalette, PaletteHost } from "./palette-host.js";
import { PhoneBar } from "./phone-bar.js";
import { MAIN_PLACES } from "./places.js";
import { SideBar } from "./side-bar.js";

const loadSheet = () => import("./navigation-sheet.js");
const NavigationSheet = lazyPart(async () => (await loadSheet()).NavigationSheet);
const ShortcutHelp = lazyPart(async () => (await import("./shortcut-help.js")).ShortcutHelp);

type Open = "navigation" | "palette" | "help";

/** What surrounds every page of a signed-in user. index.html draws its outline before the app is loaded. */
export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <ShortcutProvider>
    <Surroundings>{children}</Surroundings>
  </ShortcutProvider>
);

function Surroundings({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const showPalette = (): void => setOpen("palette");
  const showHelp = (): void => setOpen("help");
  useShellKeys(showPalette, showHelp);
  useLoadedSoon(loadPalette);
  useLoadedSoon(loadSheet);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas md:flex-row">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to content
      </a>
      <PhoneBar onOpenNav={() => setOpen("navigation")} onSearch={showPalette} />
      <SideBar onSearch={showPalette} onHelp={showHelp} />
      <main id="content" tabIndex={-1} className="min-w-0 grow outline-none">
        {children}
      </main>
      {open === "palette" && <PaletteHost onClose={close} onHelp={showHelp} />}
      {open === "navigation" && <NavigationSheet props={{ onClose: close, onHelp: showHelp }} onMissing={close} />}
      {open === "help" && <ShortcutHelp props={{ onClose: close }} onMissing={close} />}
    </div>
  );
}

/** The shortcuts of all pages. */
function useShellKeys(showPalette: () => void, showHelp: () => void): void {
  const user = useUser();
  const navigate = useNavigate();
  const places = MAIN_PLACES.filter(({ key, role }) => key !== undefined && mayActAs(user, role));
  useShortcuts(
    {
      "Mod+k": { label: "Search or go to", run: showPalette },
      "/": {
        label: "Search this page, or everywhere",
        run: () => {
          if (!focusPageSearch()) showPalette();
        },
      },
      "?": { label: "Show keyboard shortcuts", run: showHelp },
      ...Object.fromEntries(
        places.map(({ to, label, key }) => [`g ${key}`, { label: `Go to ${label}`, run: () => void navigate({ to }) }]),
      ),
    },
    "everywhere",
  );
}

/** False where the page has no search of its own. */
function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("[data-page-search]");
  field?.focus();
  return field !== null;
}
