"use strict";
// npm run crash-test [-- <rounds>]: what both stores and the job queue acknowledged
// npm run crash-test -- ingest [<kills>]: sessions, through the API
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

prepare();
const test = process.argv[2] === "ingest" ? "ingest" : "run";
void import(join(ROOT, "packages/server/dist-test/test/crash", `${test}.js`));
