import { dayMs } from '../units/durations.ts';

type CalendarEvent = {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** ISO date. */
  readonly date: string;
  /** Null for the whole day. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly stamp: Date;
};

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** Lines have at most 75 bytes (RFC 5545, 3.1); a character is not cut in half. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 74) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += character;
    bytes += size;
  }
  return lines.join('\r\n');
}

const compact = (text: string) => text.replace(/[-:]/g, '');
const stampText = (at: Date) => `${compact(at.toISOString().slice(0, 19))}Z`;
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

function timesOf({ date, startsAt, endsAt }: CalendarEvent): string[] {
  if (startsAt === null) return [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(nextDay(date))}`];
  const start = `DTSTART:${stampText(startsAt)}`;
  if (endsAt === null) return [start, 'DURATION:PT30M'];
  // An end must be later than the start; without one the event ends when it starts.
  return endsAt > startsAt ? [start, `DTEND:${stampText(endsAt)}`] : [start];
}

/** A calendar that other programs subscribe to (RFC 5545). */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tuneport//Lead engine//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${escaped(event.uid)}`,
      `DTSTAMP:${stampText(event.stamp)}`,
      ...timesOf(event),
      `SUMMARY:${escaped(event.summary)}`,
      ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
      ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
      `URL:${event.url}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
