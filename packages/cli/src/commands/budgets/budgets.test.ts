import { describe, expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";
const BUDGET = {
  id: ID,
  name: "Payments",
  scope_type: "team",
  scope_id: "1f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d02",
  scope_name: "payments",
  amount_usd: 1500,
  period: "month",
  status: "active",
  created_by: null,
  created_at: "2026-03-01T10:00:00.000Z",
  period_start: "2026-03-01T00:00:00.000Z",
  period_end: "2026-04-01T00:00:00.000Z",
  spent_usd: 1234.5,
  percent: 82.3,
  forecast_usd: 1600,
  sessions_without_price: 0,
  warnings: [],
};

async function machine(): Promise<TestMachine & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await fakeServer((method, path) => {
    asked.push(`${method} ${path.replace("/api/v1", "")}`);
    if (method === "DELETE") return { status: 204, body: "" };
    if (path.endsWith("/me/inbox/read")) return { body: { unread_count: 0 } };
    if (path.endsWith("/me/inbox")) {
      const entry = {
        id: ID,
        kind: "budget.warning",
        title: "Budget Payments is used up",
        text: "Spent",
        path: "/budgets",
      };
      const items = [{ ...entry, created_at: "2026-03-10T10:00:00.000Z", read_at: null }];
      return { body: { items, total: 1, unread_count: 1 } };
    }
    const isList = method === "GET" && path.endsWith("/budgets");
    return isList ? { body: [BUDGET], headers: { "x-total-count": "1" } } : { body: BUDGET };
  });
  return { ...testMachine(server), asked };
}

describe("budgets", () => {
  test("are listed with what is spent of them and the forecast", async () => {
    const { stdout } = await (await machine()).run("budgets list");
    for (const words of ["Payments", "team payments", "$1,500.00", "$1,234.50", "82.3 %", "$1,600.00", "active"]) {
      expect(stdout.replaceAll(/…/g, "")).toContain(words.slice(0, 6));
    }
    const listed = await (await machine()).json("budgets list");
    expect(listed).toEqual({ items: [BUDGET], total: 1, page: 1, page_size: 50 });
  });

  test("are created, changed and deleted", async () => {
    const at = await machine();
    const created = await at.run("budgets create Payments --team payments --amount 1500 --per month");
    expect(created.stdout).toBe("✓ Created the budget Payments for team payments: $1,500.00 per month.\n");
    expect((await at.run(`budgets update ${ID} --amount 12.50 --pause`)).exitCode).toBe(0);
    expect((await at.run(`budgets delete ${ID} --yes`)).stdout).toBe("✓ Deleted the budget Payments.\n");
    expect(at.asked).toEqual(["POST /budgets", `PATCH /budgets/${ID}`, `GET /budgets/${ID}`, `DELETE /budgets/${ID}`]);
  });

  test.each([
    "budgets create Coding",
    "budgets create Coding --amount lots",
    "budgets create Coding --amount 1e3",
    "budgets create Coding --amount 5 --per year",
    "budgets create Coding --amount 5 --team a --agent b/c",
    "budgets create Coding --amount 5 --user a --all",
    `budgets update ${ID}`,
    `budgets update ${ID} --pause --resume`,
    `budgets delete ${ID}`,
  ])("%s is a usage error that sends nothing but a look at the budget", async (words) => {
    const at = await machine();
    expect((await at.run(words)).exitCode).toBe(2);
    expect(at.asked.filter((line) => !line.startsWith("GET "))).toEqual([]);
  });
});

describe("inbox", () => {
  test("lists notifications, and marks all as read", async () => {
    const at = await machine();
    const { stdout } = await at.run("inbox --unread");
    expect(stdout).toContain("Budget Payments is used up");
    expect(stdout).toContain("new");
    expect((await at.run("inbox --read-all")).stdout).toBe("✓ Marked all notifications as read.\n");
    expect(at.asked).toEqual(["GET /me/inbox", "POST /me/inbox/read"]);
    expect((await at.run("inbox --read-all --unread")).exitCode).toBe(2);
  });
});
