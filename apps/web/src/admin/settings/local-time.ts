// What a date-and-time box holds is the reader's own clock, to the minute and without a zone.

const two = (value: number) => String(value).padStart(2, '0');

export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment meant, or the text as it is when it means none: the server then says so at the field. */
export function fromLocalTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
