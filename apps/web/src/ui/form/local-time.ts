// A datetime-local input holds the reader's own clock, to the minute and without a zone.

const two = (value: number) => String(value).padStart(2, '0');

export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The day on the reader's clock, for a date input: in the evening of Vancouver it is already the next one in UTC. */
export const localDay = (at: Date): string => toLocalTime(at.toISOString()).slice(0, 10);

/** The moment that is meant, or the text itself when it is no date: the server then rejects it at its field. */
export function fromLocalTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in a sentence or a merge: "2027-03-01 09:00". */
export const localText = (iso: string): string => toLocalTime(iso).replace('T', ' ');
