import { auditSentence, sentenceParts } from "@tackroom/contract/audit-sentences";
import type { ReplyOf } from "@tackroom/contract/calls";
import { Fragment } from "react";
import type { ElementOf } from "../../../api/client.js";
import { Button } from "../../../ui/actions/button.js";
import { dayLabel, dayOf } from "../../../ui/data/days.js";
import { Time } from "../../../ui/data/time.js";
import { Badge, type Tone } from "../../../ui/feedback/badge.js";
import { Breakable } from "../../../ui/text/breakable.js";
import { shortDigest } from "../../../ui/text/short-digest.js";
import { detailLines } from "./audit-detail.js";

export type AuditRecord = ElementOf<ReplyOf<"listAuditLog">>;

const TONES: Readonly<Record<AuditRecord["outcome"], Tone>> = {
  success: "good",
  denied: "bad",
  error: "bad",
  not_found: "warn",
  client_error: "warn",
};

const COLUMNS = 3;

interface AuditRowsProps {
  readonly records: readonly AuditRecord[];
  readonly onOpen: (record: AuditRecord) => void;
}

/** One sentence for each record, by days; the names and IDs of its fields are behind a button. */
export function AuditRows({ records, onOpen }: AuditRowsProps) {
  const now = new Date();
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Audit log</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What happened</th>
          <th scope="col">When</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      {byDay(records).map(([day, some]) => (
        <tbody key={day}>
          <tr>
            <th scope="rowgroup" colSpan={COLUMNS} className="pt-4 pb-1 text-left text-sm font-medium">
              {dayLabel(day, now)}
            </th>
          </tr>
          {some.map((record) => (
            <Row key={record.event_id} record={record} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Records are in the order of time, so the days are too. */
function byDay(records: readonly AuditRecord[]): [day: string, records: AuditRecord[]][] {
  const days = new Map<string, AuditRecord[]>();
  for (const record of records) {
    const day = dayOf(new Date(record.timestamp));
    days.set(day, [...(days.get(day) ?? []), record]);
  }
  return [...days];
}

interface RowProps extends Pick<AuditRowsProps, "onOpen"> {
  readonly record: AuditRecord;
}

const Row = ({ record, onOpen }: RowProps) => (
  <tr className="border-t border-line align-top">
    <td className="py-2 pr-3">
      <p className="text-sm wrap-anywhere">
        <Sentence record={record} />{" "}
        {record.outcome !== "success" && <Badge tone={TONES[record.outcome]}>{record.outcome.replace("_", " ")}</Badge>}
      </p>
      <p className="line-clamp-2 text-xs wrap-anywhere text-muted">
        <code className="font-mono">{record.action}</code> · {record.source}
        {untold(record).map((line) => ` · ${line}`)}
      </p>
    </td>
    <td className="w-px py-2 pr-2 text-right text-xs whitespace-nowrap text-muted">
      <Time at={record.timestamp} />
    </td>
    <td className="w-px py-1 text-right">
      <Button size="small" variant="quiet" className="max-sm:px-1" onClick={() => onOpen(record)}>
        Details <span className="sr-only">of {record.action}</span>
      </Button>
    </td>
  </tr>
);

const isDigest = (text: string): boolean => /^sha256:[0-9a-f]{64}$/.test(text);

/** The details of a record, without a change that its sentence already ends with. */
function untold(record: AuditRecord): string[] {
  const sentence = auditSentence(record);
  const isTold = (text: string): boolean => text.includes(" → ") && sentence.endsWith(text.split(" → ").at(-1) ?? "");
  return detailLines(record.detail).flatMap(({ name, text }) =>
    isTold(text) ? [] : [name === "" ? text : `${name}: ${isDigest(text) ? shortDigest(text) : text}`],
  );
}

const Sentence = ({ record }: { readonly record: AuditRecord }) =>
  sentenceParts(record).map(({ kind, text }, at) => {
    if (kind === "text") return <Fragment key={at}>{text}</Fragment>;
    return (
      <bdi key={at} className="font-medium">
        <Breakable text={text} />
      </bdi>
    );
  });
