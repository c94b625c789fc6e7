export { job } from "./job.js";
export { openJobs, type Jobs } from "./jobs.js";
