import { CopyButton } from "./copy-button.js";

interface ReferenceLineProps {
  readonly label: string;
  readonly id: string;
  /** An accessible name of the ID: "the request ID". */
  readonly what: string;
}

/** The ID under which an admin finds a failure in the log. */
export const ReferenceLine = ({ label, id, what }: ReferenceLineProps) => (
  <div className="flex items-center gap-1 text-sm">
    <p className="min-w-0">
      {label} <code className="font-mono">{id}</code>
    </p>
    <CopyButton text={id} what={what} />
  </div>
);
