export { openRateLimiting, type RateLimiting, type RateLimits } from "./rate-limits.js";
