import { Search } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Input } from "../../../ui/forms/field.js";
import { readQuery, searchable, type Resolve } from "./query-words.js";

/** Longer than between two keys of someone who types. */
const PAUSE_MS = 300;

interface QueryFieldProps {
  readonly search: string;
  readonly resolve: Resolve;
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** Words are searched for after a pause. Prefixes become chips when they are complete: at a space, or at Enter. */
export function QueryField({ search, resolve, onChange }: QueryFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  useEffect(() => setTyped((now) => (searchable(now.trim()) === search ? now : search)), [search]);
  const apply = (text: string, isFinished: boolean): void => {
    const read = readQuery(text, isFinished, resolve);
    setUnknown(isFinished ? read.unknown : []);
    const words = searchable(read.words);
    if (Object.keys(read.filters).length > 0) setTyped(read.words === "" ? "" : `${read.words} `);
    if (words !== search || Object.keys(read.filters).length > 0)
      onChange({ ...read.filters, search: words || undefined });
  };
  useEffect(() => {
    if (typed === search) return undefined;
    const timer = setTimeout(() => apply(typed, false), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <form
      className="relative min-w-0 flex-[1_1_20rem] md:max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        apply(typed, true);
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search
      </label>
      <Search size={14} aria-hidden="true" className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <Input
        id={id}
        type="search"
        className="pl-8"
        maxLength={200}
        data-page-search=""
        aria-describedby={`${id}-unknown`}
        placeholder="Words, or project: agent: model: failed:"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setUnknown([]);
        }}
      />
      <p id={`${id}-unknown`} role="status" className="absolute top-full text-xs text-bad">
        {unknown.length > 0 && `Nothing is called that: ${unknown.join(", ")}`}
      </p>
    </form>
  );
}
