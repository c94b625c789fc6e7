#!/usr/bin/env node
"use strict";
// Only syntax that old engines understand, so that they can say what is missing.
// A hook runs inside a user's session, so it has a separate small bundle that loads quickly.
var isHook = process.argv[2] === "hook" && process.argv.indexOf("--help") === -1 && process.argv.indexOf("-h") === -1;
var version = process.versions.node.split(".");

if (Number(version[0]) < 20 || (version[0] === "20" && Number(version[1]) < 19)) {
  // A hook never disturbs the session that it runs in.
  if (!isHook) {
    console.error(
      "tack requires Node.js 20.19 or newer, but this is Node.js " +
        process.versions.node +
        ". Install a newer version from https://nodejs.org and run the command again.",
    );
    process.exitCode = 1;
  }
} else {
  start();
}

function start() {
  var exists = require("fs").existsSync;
  var join = require("path").join;
  var bundle = join(__dirname, "..", "bundle", isHook ? "hook.cjs" : "tack.cjs");
  // In the repository, a missing bundle is built; the package includes it.
  var repository = join(__dirname, "..", "..", "..", "scripts", "prepare.cjs");
  if (!isHook && !exists(bundle) && exists(repository)) require(repository).prepare();
  if (!isHook || exists(bundle)) require(bundle);
}
