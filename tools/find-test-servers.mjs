// Prints, as shell exports, the PostgreSQL and Redis servers that answer on loopback and let a test make databases of
// its own. Only .ci/run uses it: nobody's own servers are used by `npm test` unless they are named.
import { userInfo } from "node:os";
import { Redis } from "ioredis";
import pg from "pg";

async function postgresUrl() {
  for (const user of new Set([userInfo().username, "postgres"])) {
    const url = `postgres://${user}@127.0.0.1:5432/postgres`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      const { rows } = await client.query(
        "SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user",
      );
      if (rows[0]?.may) return url;
    } catch {
      // Not there, or not for us: the next candidate, or none.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return undefined;
}

async function redisUrl() {
  const url = "redis://127.0.0.1:6379/15";
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return url;
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

for (const [name, url] of [
  ["TEST_DATABASE_URL", await postgresUrl()],
  ["TEST_REDIS_URL", await redisUrl()],
]) {
  if (url) console.log(`export ${name}='${url}'`);
}
