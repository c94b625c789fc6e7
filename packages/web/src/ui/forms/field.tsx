import { CircleX } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "../theme/classes.js";

export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input className={classes("look-box", className)} {...rest} />
);

export const TextArea = ({ className, rows = 4, ...rest }: ComponentProps<"textarea">) => (
  <textarea rows={rows} className={classes("look-box", className)} {...rest} />
);

/** The native control, which works with every keyboard, screen reader and phone. */
export const Select = ({ className, ...rest }: ComponentProps<"select">) => (
  <select className={classes("look-box", className)} {...rest} />
);

export function Checkbox({ label, className, ...rest }: ComponentProps<"input"> & { readonly label: ReactNode }) {
  return (
    <label className={classes("look-checkbox", className)}>
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...rest} />
      <span>{label}</span>
    </label>
  );
}

export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly className?: string;
  /** The control, which receives the IDs of its label and hints: `{(ids) => <Input {...ids} />}` */
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A control with its label, hint and error. */
export function Field({ label, hint, problem, className, children }: FieldProps) {
  const id = useId();
  const about = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean);
  return (
    <div className={classes("look-field", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": about.length > 0 ? about.join(" ") : undefined,
        "aria-invalid": problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="flex items-start gap-1 text-sm text-bad">
          <CircleX size={14} aria-hidden="true" className="mt-0.75 shrink-0" />
          <span data-field-problem="">{problem}</span>
        </p>
      )}
    </div>
  );
}
