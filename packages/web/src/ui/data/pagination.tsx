import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../actions/button.js";

interface PaginationProps {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onChange: (offset: number) => void;
}

export function Pagination({ offset, limit, total, onChange }: PaginationProps) {
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - limit))}>
        <ChevronLeft size={14} aria-hidden="true" /> Previous
      </Button>
      <p className="text-sm text-muted tabular-nums">
        {offset + 1}–{last} of {total.toLocaleString("en")}
      </p>
      <Button disabled={last >= total} onClick={() => onChange(offset + limit)}>
        Next <ChevronRight size={14} aria-hidden="true" />
      </Button>
    </nav>
  );
}
