import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A failure that is announced when it appears. */
export const AlertBox = ({ action, children }: { readonly action?: ReactNode; readonly children: ReactNode }) => (
  <div role="alert" className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3 py-2.5">
    <CircleAlert size={18} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
    <div className="flex min-w-0 grow flex-col gap-1">{children}</div>
    {action}
  </div>
);
