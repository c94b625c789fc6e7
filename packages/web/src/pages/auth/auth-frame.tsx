import type { ReactNode } from "react";
import { SessionNotice } from "../../shell/session-notice.js";
import { Card } from "../../ui/layout/card.js";
import { useTitle } from "../../ui/layout/page.js";
import { Logo } from "../../ui/layout/logo.js";

interface AuthFrameProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** A small form in the center of the screen. */
export function AuthFrame({ title, intro, children }: AuthFrameProps) {
  useTitle(title);
  return (
    <main data-ground="sunken" className="flex min-h-dvh flex-col items-center bg-sunken px-4 py-10 sm:pt-[12vh]">
      <p className="mb-5 flex items-center gap-2 text-xl font-semibold">
        <Logo size={24} /> Tackroom
      </p>
      <Card className="flex w-full max-w-sm flex-col gap-4 p-5">
        <div className="flex flex-col gap-1">
          <h1 className="text-xl">{title}</h1>
          {intro !== undefined && <p className="text-muted">{intro}</p>}
        </div>
        {children}
      </Card>
      <SessionNotice />
    </main>
  );
}
