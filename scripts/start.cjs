"use strict";
// What `npm start` runs: makes sure that dependencies and build are there, then starts the server in this process.
// CommonJS, and first of all the pool size: chDB runs its queries on libuv's threads, which are counted once, at their
// first use, and loading an ES module is already a use.
process.env.UV_THREADPOOL_SIZE ??= "16";

const { prepare } = require("./prepare.cjs");

prepare(["packages/server", "packages/cli"]);
void import("../packages/server/dist/main.js").then(({ main }) =>
  main(process.argv.slice(2), { keysBesideData: true }),
);
