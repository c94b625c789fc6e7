import type { ReplyOf } from "@tackroom/contract/calls";

type Signals = Pick<ReplyOf<"listSubmissions">[number], "risk_signals">["risk_signals"];

/** Each code once, with how often it was found: a script of a hundred lines can have a finding in each. */
export function riskWords(signals: Signals, withSeverity = false): string {
  const counts = new Map<string, number>();
  for (const { code, severity } of signals) {
    const word = withSeverity ? `${code}(${severity})` : code;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => (count === 1 ? word : `${word}×${count}`)).join(" ");
}
