import { Outlet } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useLikelySession } from "../api/session.js";
import { Dialog } from "../ui/overlays/dialog.js";
import { ErrorBox } from "../ui/feedback/error-box.js";
import { NotFound } from "./failures.js";
import { SideNav } from "./side-nav.js";
import { ToLogin } from "./to-login.js";
import { TopBar } from "./top-bar.js";

/** The frame of all pages that require sign-in. Other visitors are redirected to the sign-in page and back. */
export function Shell() {
  const session = useLikelySession();
  if (session.error) {
    return (
      <main className="mx-auto max-w-xl p-6">
        <ErrorBox problem={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (session.data === undefined) return <main aria-busy="true" aria-label="Loading" />;
  if (session.data === null) return <ToLogin />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** An unknown URL; signed-in users still see the navigation. */
export function NoSuchPage() {
  const { data: user } = useLikelySession();
  return user ? (
    <Frame>
      <NotFound />
    </Frame>
  ) : (
    <main>
      <NotFound />
    </main>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const [navOpen, setNavOpen] = useState(false);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to content
      </a>
      <TopBar onOpenNav={() => setNavOpen(true)} />
      <div className="flex grow">
        <aside className="hidden w-52 shrink-0 border-r border-line bg-sunken md:block">
          <div className="sticky top-13 max-h-[calc(100dvh-3.25rem)] overflow-y-auto p-3">
            <SideNav />
          </div>
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 grow outline-none">
          {children}
        </main>
      </div>
      <Dialog open={navOpen} onOpenChange={setNavOpen} title="Tackroom" shape="sheet">
        <SideNav onGo={() => setNavOpen(false)} />
      </Dialog>
    </div>
  );
}
