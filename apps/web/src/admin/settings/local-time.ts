// A datetime-local input holds local time, to the minute and without a zone.

const two = (value: number) => String(value).padStart(2, '0');

export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The timestamp as ISO text, or the unchanged input if it is invalid, so that the server reports a field error. */
export function fromLocalTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
