import {
  MAX_DEPARTMENT_ENTRIES,
  roleSuffices,
  type BulkDepartmentBody,
  type DepartmentEntry,
  type DepartmentReport,
} from "@tackroom/contract";
import { lockUsersByEmail, normaliseEmail, setDepartments } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { readDepartmentCsv } from "./department-csv.js";
import { ServiceError } from "../platform/service-error.js";

/** What can be done is done, and the answer names what could not. */
export async function bulkDepartment(
  body: BulkDepartmentBody,
  { caller, call }: CallContext,
): Promise<DepartmentReport> {
  const entries = "entries" in body ? body.entries : readDepartmentCsv(body.file);
  if (entries.length > MAX_DEPARTMENT_ENTRIES) {
    throw new ServiceError(
      "validation_failed",
      `A request can have at most ${MAX_DEPARTMENT_ENTRIES} entries. Split it into several requests.`,
    );
  }
  const wanted = departmentsByEmail(entries);
  return call.act(async (tx) => {
    const found = wanted.size === 0 ? [] : await lockUsersByEmail(tx, [...wanted.keys()]);
    const allowed = found.filter(({ role }) => roleSuffices(caller.role, role));
    await setDepartments(
      tx,
      allowed.map(({ id, email }) => ({ id, department: wanted.get(email) ?? null })),
    );
    const known = new Set(found.map(({ email }) => email));
    const report = {
      updated: allowed.length,
      not_found: [...wanted.keys()].filter((email) => !known.has(email)),
      forbidden: found.filter((user) => !allowed.includes(user)).map(({ email }) => email),
    };
    const changes = allowed.map(({ email }) => `${email}: ${wanted.get(email) ?? "none"}`);
    const { updated, not_found, forbidden } = report;
    call.describeForAudit({ detail: { updated, not_found, forbidden, departments: changes } });
    return report;
  });
}

/** An email that comes twice gets the last department. */
function departmentsByEmail(entries: readonly DepartmentEntry[]): Map<string, string | null> {
  return new Map(entries.map(({ email, department }) => [normaliseEmail(email), department?.trim() || null]));
}
