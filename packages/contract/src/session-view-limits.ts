export const MAX_SESSION_VIEWS = 50;
export const MAX_SESSION_VIEW_NAME = 40;
