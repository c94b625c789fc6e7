"use strict";
// Starts the server in this process from what is built; containers run this, `npm start` builds first.
// CommonJS, and first of all the pool size: chDB runs its queries on libuv's threads, which are counted once, at their
// first use, and loading an ES module is already a use.
if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = "16";

async function serve() {
  const { main } = await import("./bundle/main.js");
  await main(process.argv.slice(2), { keysBesideData: true });
}

module.exports = { serve };

if (require.main === module) void serve();
