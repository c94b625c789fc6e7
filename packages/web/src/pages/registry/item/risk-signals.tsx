import type { RiskSignal } from "@tackroom/contract";
import { Badge, type Tone } from "../../../ui/feedback/badge.js";

const TONES: Readonly<Record<RiskSignal["severity"], Tone>> = { low: "neutral", medium: "warn", high: "bad" };

/** Risks that a reviewer must know and can accept. */
export function RiskSignals({ signals }: { readonly signals: readonly RiskSignal[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {signals.map(({ code, severity, path, message }) => (
        <li key={code + path} className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={TONES[severity]}>{severity}</Badge>
          <span>{message}</span>
          <code className="font-mono text-sm text-muted">{path}</code>
        </li>
      ))}
    </ul>
  );
}
