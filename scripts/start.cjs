"use strict";
// What `npm start` runs: makes sure that dependencies and build are there, then starts the server in this process.
const { serve } = require("../packages/server/serve.cjs");
const { prepare } = require("./prepare.cjs");

prepare();
void serve();
