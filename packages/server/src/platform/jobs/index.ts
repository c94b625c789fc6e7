export { job, type Job } from "./job.js";
export { openJobs, type EnqueueOptions, type Jobs } from "./jobs.js";
