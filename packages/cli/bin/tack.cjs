#!/usr/bin/env node
"use strict";
// In the repository the bundle is built when it is missing; a package brings it along.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

// A hook runs inside someone's session: it has a small bundle of its own, which loads in no time.
const isHook = process.argv[2] === "hook" && !process.argv.includes("--help") && !process.argv.includes("-h");
const bundle = join(__dirname, "..", "bundle", isHook ? "hook.cjs" : "tack.cjs");
const repository = join(__dirname, "..", "..", "..", "scripts", "prepare.cjs");
if (!existsSync(bundle) && !isHook && existsSync(repository)) require(repository).prepare(["."]);
if (!isHook || existsSync(bundle)) require(bundle);
