export const two = (value: number): string => String(value).padStart(2, "0");

/** "2026-11-18" in local time, as the server counts by the browser's time zone. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");

/** "09:05" in local time. */
export const timeOfDay = (moment: Date): string => `${two(moment.getHours())}:${two(moment.getMinutes())}`;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "Today", "Yesterday", "Friday 13 November", "Friday 13 November 2025" */
export function dayLabel(day: string, now: Date): string {
  if (day === dayOf(now)) return "Today";
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return "Yesterday";
  const date = new Date(`${day}T12:00:00`);
  const label = `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? label : `${label} ${date.getFullYear()}`;
}
