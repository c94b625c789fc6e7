import { ArrowDown, ArrowUp, Search } from "lucide-react";
import { Button } from "../../ui/actions/button.js";
import { Input, Select } from "../../ui/forms/field.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";

const KINDS = [
  ["", "Everything"],
  ["user,assistant", "Messages"],
  ["tool_call,tool_result", "Tool activity"],
  ["thinking", "Thinking"],
  ["error,system", "Errors and notices"],
] as const;

interface TraceToolsProps {
  readonly kinds: string;
  readonly onKinds: (kinds: string) => void;
  readonly wanted: string;
  readonly onWanted: (text: string) => void;
  readonly onFind: (step: 1 | -1) => void;
  readonly onFailure: (step: 1 | -1) => void;
  readonly busy: boolean;
  /** The current position, also announced to screen readers. */
  readonly place: string;
}

/** Controls to navigate a long trace. */
export function TraceTools(props: TraceToolsProps) {
  const { kinds, onKinds, wanted, onWanted, onFind, onFailure, busy, place } = props;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select aria-label="Show" className="w-auto" value={kinds} onChange={({ target }) => onKinds(target.value)}>
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <form
        className="relative min-w-40 grow sm:max-w-72"
        onSubmit={(event) => {
          event.preventDefault();
          onFind(1);
        }}
      >
        <Search size={14} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted" />
        <Input
          type="search"
          aria-label="Search this session"
          placeholder="Search this session"
          data-page-search
          className="pl-8"
          maxLength={200}
          value={wanted}
          onChange={({ target }) => onWanted(target.value)}
        />
      </form>
      <Step label="match" disabled={wanted === ""} onStep={onFind} />
      <Step label="error" disabled={false} onStep={onFailure} />
      <p role="status" className="ml-auto text-sm text-muted tabular-nums">
        {busy ? "Searching …" : place}
      </p>
      <p className="hidden w-full items-center gap-1.5 text-sm text-muted md:flex">
        <KeyboardHint>j</KeyboardHint>
        <KeyboardHint>k</KeyboardHint> next and previous event, <KeyboardHint>e</KeyboardHint>
        <KeyboardHint>E</KeyboardHint> error, <KeyboardHint>/</KeyboardHint> search, <KeyboardHint>n</KeyboardHint>
        <KeyboardHint>N</KeyboardHint> match, <KeyboardHint>g</KeyboardHint>
        <KeyboardHint>G</KeyboardHint> start and end
      </p>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onStep: (step: 1 | -1) => void;
}

const Step = ({ label, disabled, onStep }: StepProps) => (
  <span className="flex items-center gap-1">
    <Button size="icon" disabled={disabled} aria-label={`Previous ${label}`} onClick={() => onStep(-1)}>
      <ArrowUp size={14} aria-hidden="true" />
    </Button>
    <Button disabled={disabled} aria-label={`Next ${label}`} onClick={() => onStep(1)}>
      <ArrowDown size={14} aria-hidden="true" /> {label}
    </Button>
  </span>
);
