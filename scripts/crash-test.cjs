"use strict";
// npm run crash-test [-- <rounds>]
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

prepare(["."]);
void import(join(ROOT, "packages/server/dist-test/test/crash/run.js"));
