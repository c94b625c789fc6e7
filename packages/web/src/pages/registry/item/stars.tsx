import { Star } from "lucide-react";

export const FIVE = [1, 2, 3, 4, 5];

/** Filled up to the rating, so that 4.5 does not look like 5. */
export const Stars = ({ rating }: { readonly rating: number }) => (
  <span role="img" aria-label={`${Number(rating.toFixed(1))} out of 5`} className="relative flex text-accent">
    {FIVE.map((value) => (
      <Star key={value} size={14} aria-hidden="true" />
    ))}
    <span className="absolute inset-y-0 left-0 flex overflow-hidden" style={{ width: `${(rating / 5) * 100}%` }}>
      {FIVE.map((value) => (
        <Star key={value} size={14} aria-hidden="true" className="shrink-0 fill-current" />
      ))}
    </span>
  </span>
);
