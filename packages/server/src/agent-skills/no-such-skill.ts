import { ServiceError } from "../platform/service-error.js";

export const noSuchSkill = (): ServiceError =>
  new ServiceError("not_found", "There is no such file of a skill here. See index.json for the skills that there are.");
