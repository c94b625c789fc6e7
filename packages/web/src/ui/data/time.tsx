import { ageOf, momentText } from "./age.js";

/** How long ago, and exactly when to whoever asks. */
export function Time({ at }: { readonly at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={momentText(moment)} className="whitespace-nowrap">
      {ageOf(moment, new Date())}
    </time>
  );
}
