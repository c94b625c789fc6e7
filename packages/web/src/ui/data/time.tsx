import { ageOf, momentText } from "./age.js";

/** A relative time, with the exact time as a tooltip. On a phone it may wrap: "23 minutes ago" made a table wider than the screen. */
export function Time({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={momentText(moment)} className="sm:whitespace-nowrap">
      {ageOf(moment, new Date())}
    </time>
  );
}
