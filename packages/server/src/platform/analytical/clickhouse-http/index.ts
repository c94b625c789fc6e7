export { createClickHouseHttp, type ClickHouseHttp, type HttpHooks } from "./server.js";
export { refusal } from "./errors.js";
export type { Sessions, Statement, StatementResult } from "./statement.js";
