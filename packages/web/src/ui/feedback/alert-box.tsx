import { CircleX } from "lucide-react";
import type { ReactNode, Ref } from "react";

interface AlertBoxProps {
  readonly action?: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A failure that is announced when it appears. */
export const AlertBox = ({ action, ref, children }: AlertBoxProps) => (
  <div ref={ref} role="alert" className="look-alert">
    <CircleX size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
    <div className="flex min-w-0 grow flex-col gap-1">{children}</div>
    {action}
  </div>
);
