import { ageOf, momentText } from "./age.js";

/** A relative time, with the exact time as a tooltip. */
export function Time({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={momentText(moment)} className="whitespace-nowrap">
      {ageOf(moment, new Date())}
    </time>
  );
}
