import { stringify } from "csv-stringify/sync";
import { Answer } from "../../platform/http/index.js";

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Rows as a file for spreadsheets, which would run what starts with an equals sign: anyone can name a tool like that. */
export function csvAnswer<Row>(file: string, rows: readonly Row[], columns: Columns<Row>): Answer<string> {
  const lines = rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row)));
  const text = stringify([Object.keys(columns), ...lines], { escape_formulas: true });
  return new Answer(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${file}.csv"`,
    },
  });
}
