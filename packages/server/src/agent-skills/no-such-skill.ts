import { ServiceError } from "../platform/service-error.js";

export const noSuchSkill = (): ServiceError =>
  new ServiceError("not_found", "Skill file not found. See index.json for the available skills.");
