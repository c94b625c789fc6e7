import { PUBLISHED_ON, PUBLISHED_PRICES, type PublishedPrice } from "@tackroom/contract/published-prices";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/actions/button.js";
import { Input } from "../../../ui/forms/field.js";
import { Table, type Column } from "../../../ui/data/table.js";
import {
  PRICE_COLUMNS,
  problemAt,
  problemsIn,
  rowsOf,
  textOf,
  withCell,
  type PriceColumn,
  type PriceRow,
} from "./price-rows.js";

interface PricesControlProps {
  readonly id: string;
  readonly text: string;
  readonly busy: boolean;
  /** Whether the server has rejected the value. */
  readonly isWrong: boolean;
  readonly onType: (text: string) => void;
}

/** The model prices as an editable table, with the built-in prices below. */
export function PricesControl({ id, text, busy, isWrong, onType }: PricesControlProps) {
  const rows = rowsOf(text);
  const put = (next: readonly PriceRow[]): void => onType(textOf(next));
  return (
    <div id={id} role="group" aria-describedby={`${id}-about`} className="flex min-w-0 flex-col gap-3">
      {rows.length > 0 && <Rows rows={rows} busy={busy} isRefused={isWrong} onChange={put} />}
      <p className="text-sm text-muted">
        USD per million tokens. Use * as a wildcard in model names. Without a cache price, cached tokens cost as much as
        input. A row without a date applies to all dates.
      </p>
      <Button size="small" className="self-start" disabled={busy} onClick={() => put([...rows, {}])}>
        <Plus size={14} aria-hidden="true" /> Add a price
      </Button>
      <Published
        busy={busy}
        onCopy={({ source: _source, ...price }) => put([...rows.filter(({ model }) => model !== price.model), price])}
      />
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly PriceRow[];
  readonly busy: boolean;
  readonly isRefused: boolean;
  readonly onChange: (rows: readonly PriceRow[]) => void;
}

function Rows({ rows, busy, isRefused, onChange }: RowsProps) {
  const problems = problemsIn(rows);
  return (
    <div className="max-w-full min-w-0 overflow-x-auto rounded-lg border border-line">
      <table className="w-full border-collapse bg-raised">
        <caption className="sr-only">Model prices</caption>
        <thead>
          <tr className="border-b border-line bg-sunken text-sm text-muted">
            {PRICE_COLUMNS.map(({ name, header }) => (
              <th key={name} scope="col" className="look-cell font-medium">
                {header}
              </th>
            ))}
            <th scope="col" className="look-cell">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-b border-line align-top last:border-b-0">
              {PRICE_COLUMNS.map((column) => {
                const isTyped = row[column.name] !== undefined;
                return (
                  <td key={column.name} className="look-cell">
                    <Cell
                      label={`${column.header}, row ${at + 1}`}
                      column={column}
                      value={row[column.name]}
                      busy={busy}
                      problem={problemAt(problems, { row: at, column: column.name, isTyped, isRefused })}
                      onType={(typed) =>
                        onChange(rows.map((each, place) => (place === at ? withCell(each, column, typed) : each)))
                      }
                    />
                  </td>
                );
              })}
              <td className="look-cell">
                <Button
                  variant="quiet"
                  size="icon"
                  disabled={busy}
                  aria-label={`Remove price in row ${at + 1}`}
                  onClick={() => onChange(rows.filter((_, place) => place !== at))}
                >
                  <Trash2 size={14} aria-hidden="true" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly column: PriceColumn;
  readonly value: string | number | undefined;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onType: (typed: string) => void;
}

function Cell({ label, column: { name, type }, value, busy, problem, onType }: CellProps) {
  const problemId = `${label.replaceAll(/[^a-zA-Z0-9]/g, "-")}-problem`;
  return (
    <>
      <Input
        aria-label={label}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : problemId}
        type={type}
        {...(type === "number" ? { step: "any", inputMode: "decimal" as const } : {})}
        className={name === "model" ? "min-w-44 font-mono text-sm" : type === "date" ? "min-w-36" : "min-w-20"}
        placeholder={name === "model" ? "claude-opus-*" : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={busy}
        value={value ?? ""}
        onChange={({ target }) => onType(target.value)}
      />
      {problem !== undefined && (
        <p id={problemId} className="text-sm text-bad">
          {problem}
        </p>
      )}
    </>
  );
}

function Published({ busy, onCopy }: { readonly busy: boolean; readonly onCopy: (price: PublishedPrice) => void }) {
  const columns: Column<PublishedPrice>[] = [
    ...PRICE_COLUMNS.filter(({ name }) => name !== "from").map(({ name, header, type }): Column<PublishedPrice> => ({
      key: name,
      header,
      numeric: type === "number",
      cell: (price) => price[name] ?? "",
    })),
    {
      key: "copy",
      header: <span className="sr-only">Copy</span>,
      cell: (price) => (
        <Button
          size="small"
          disabled={busy}
          aria-label={`Copy the price of ${price.model}`}
          onClick={() => onCopy(price)}
        >
          Copy
        </Button>
      ),
    },
  ];
  return (
    <details>
      <summary className="text-sm">
        {PUBLISHED_PRICES.length} built-in prices, as of {PUBLISHED_ON}
      </summary>
      <div className="mt-2 max-h-96 overflow-y-auto">
        <Table caption="Built-in prices" columns={columns} rows={PUBLISHED_PRICES} rowKey={({ model }) => model} />
      </div>
    </details>
  );
}
