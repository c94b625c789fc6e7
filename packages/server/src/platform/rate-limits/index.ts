export { openRateLimiting, type Attempts, type RateLimiting, type RateLimits } from "./rate-limits.js";
