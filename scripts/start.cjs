"use strict";
// What `npm start` runs: makes sure that dependencies and build are there, then starts the server in this process.
const { prepare } = require("./prepare.cjs");

prepare(["packages/server", "packages/cli"]);
require("./serve.cjs");
