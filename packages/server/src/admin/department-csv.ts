import { DepartmentEntry } from "@tackroom/contract";
import { CsvError, parse } from "csv-parse/sync";
import { Type } from "typebox";
import { checkInput } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";

const COLUMNS = ["email", "department"];

/** As in the JSON form. */
const check = checkInput(Type.Array(DepartmentEntry), "body.file");

/** A spreadsheet's export: a header with our two columns in any order, further ones ignored. */
export function readDepartmentCsv(text: string): DepartmentEntry[] {
  const rows = parseCsv(text);
  const [header = [], ...entries] = rows;
  const [email, department] = COLUMNS.map((name) => header.findIndex((title) => title.toLowerCase() === name));
  if (email === undefined || department === undefined || email < 0 || department < 0) {
    throw refusal("must start with a header row with the columns email and department");
  }
  return check(entries.map((row) => ({ email: row[email] ?? "", department: row[department] || null })));
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw refusal(`is not valid CSV: ${error.message}`);
    throw error;
  }
}

function refusal(message: string): ServiceError {
  return new ServiceError("validation_failed", `body.file ${message}`, {
    extra: { errors: [{ path: "body.file", message }] },
  });
}
