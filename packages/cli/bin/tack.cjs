#!/usr/bin/env node
"use strict";
// In the repository, a missing bundle is built; the package includes it.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

// A hook runs inside a user's session, so it has a separate small bundle that loads quickly.
const isHook = process.argv[2] === "hook" && !process.argv.includes("--help") && !process.argv.includes("-h");
const bundle = join(__dirname, "..", "bundle", isHook ? "hook.cjs" : "tack.cjs");
const repository = join(__dirname, "..", "..", "..", "scripts", "prepare.cjs");
if (!existsSync(bundle) && !isHook && existsSync(repository)) require(repository).prepare(["."]);
if (!isHook || existsSync(bundle)) require(bundle);
