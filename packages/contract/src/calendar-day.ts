/** Whether a text such as 2026-01-31 is a day that exists: JavaScript takes the 30th of February for the 2nd of March. */
export function isCalendarDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
