import type { Page } from "playwright-core";
import type { Visit } from "./visit.js";

type Click = readonly ["button" | "menuitem" | "link", string | RegExp];

/** A page with an open dialog, reached by clicking these elements. */
const opened = (name: string, path: string, clicks: readonly Click[]): Visit => ({
  name: `dialog-${name}`,
  path,
  signedIn: true,
  ready: async (page) => {
    for (const [role, label] of clicks) await page.getByRole(role, { name: label }).first().click();
    await page.getByRole("dialog").waitFor();
  },
});

const ITEM = "/registry/mcps/tomas/tickets";
const managed = (name: string, entry: string): Visit =>
  opened(name, ITEM, [
    ["button", "Manage"],
    ["menuitem", entry],
  ]);
const marked = (name: string, entry: string): Visit =>
  opened(name, `${ITEM}?tab=versions`, [
    ["button", "Actions for 1.0.0"],
    ["menuitem", entry],
  ]);
const ofSync = (name: string, button: string): Visit =>
  opened(name, "/registry/mcps/ada/weather-station?tab=sync", [["button", button]]);
const ofPerson = (name: string, entry: string): Visit =>
  opened(name, "/admin/users?search=mara", [
    ["button", "Actions for mara"],
    ["menuitem", entry],
  ]);

const menu = (name: string, path: string, button: RegExp | string): Visit => ({
  name: `menu-${name}`,
  path,
  signedIn: true,
  ready: async (page) => {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("menu").waitFor();
  },
});

async function openNavigation(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog", { name: "Tackroom" }).waitFor();
}

/** Dialogs and menus that change nothing by being open. */
export const DIALOG_VISITS: readonly Visit[] = [
  // Wide screens show the navigation at the side.
  { name: "navigation", path: "/teams", signedIn: true, onPhoneOnly: true, ready: openNavigation },
  menu("account", "/teams", /^Account of/),
  menu("manage", ITEM, "Manage"),
  managed("rename", "Rename"),
  managed("co-authors", "Co-authors"),
  managed("transfer", "Transfer ownership"),
  managed("delete", "Delete"),
  marked("deprecate", "Deprecate"),
  marked("yank", "Yank"),
  ofSync("sync-settings", "Change settings"),
  ofSync("sync-rotate", "Rotate secret"),
  ofSync("sync-off", "Turn off"),
  opened("reject", "/review", [
    ["link", /flaky-test-hunter/],
    ["button", /^Reject/],
  ]),
  opened("approve", "/review", [
    ["link", /flaky-test-hunter/],
    ["button", /^Approve/],
  ]),
  opened("request-changes", "/review", [
    ["link", /flaky-test-hunter/],
    ["button", /^Request changes/],
  ]),
  opened("accept-transfer", "/", [["button", "Accept petra/travel-notes"]]),
  opened("create-key", "/account", [["button", "Create a key"]]),
  opened("create-budget", "/budgets", [["button", "Create a budget"]]),
  opened("edit-budget", "/budgets", [["button", "Edit Coding"]]),
  opened("delete-budget", "/budgets", [["button", "Delete Coding"]]),
  opened("create-team", "/teams", [["button", "Create a team"]]),
  opened("create-canary", "/registry/agents/ada/night-watch?tab=canaries", [["button", "Create a canary"]]),
  opened("delete-canary", "/registry/agents/ada/night-watch?tab=canaries", [["button", /^Delete the/]]),
  opened("delete-alert", "/alerts", [
    ["link", "Night watch fails"],
    ["button", "Delete"],
  ]),
  opened("create-user", "/admin/users", [["button", "Create user"]]),
  opened("departments", "/admin/users", [["button", "Upload departments"]]),
  ofPerson("role", "Change role"),
  ofPerson("reset-password", "Reset password"),
  opened("audit-event", "/admin/audit-log", [["button", /^Details/]]),
];
