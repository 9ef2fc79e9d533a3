import { expect, test } from 'vitest';
import { calendarText } from './icalendar.ts';

const event = {
  uid: 'a@b',
  summary: 'Call',
  description: '',
  location: '',
  url: 'https://example.test/',
  date: '2026-12-31',
  startsAt: null,
  endsAt: null,
  stamp: new Date('2026-01-02T03:04:05Z'),
};

test('an event without a time lasts the whole day, also over the end of a year', () => {
  const text = calendarText('Activities', [event]);
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(text).toContain('DTSTAMP:20260102T030405Z\r\n');
});

test('an event with a time ends at its end, or after half an hour', () => {
  expect(
    calendarText('A', [
      { ...event, startsAt: new Date('2026-12-31T22:05:00Z'), endsAt: new Date('2027-01-01T00:15:00Z') },
    ]),
  ).toContain('DTSTART:20261231T220500Z\r\nDTEND:20270101T001500Z');
  expect(calendarText('A', [{ ...event, startsAt: new Date('2026-12-31T22:05:00Z') }])).toContain('DURATION:PT30M');
  const at = new Date('2026-12-31T22:05:00Z');
  expect(calendarText('A', [{ ...event, startsAt: at, endsAt: at }])).not.toContain('DTEND');
});

test('text cannot add lines or properties, and long lines are folded between characters', () => {
  const summary = `A;B,C\\D\nEND:VEVENT\r\n${'é'.repeat(60)}`;
  const text = calendarText('A', [{ ...event, summary }]);
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(text).toContain('SUMMARY:A\\;B\\,C\\\\D\\nEND:VEVENT\\n');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain('é'.repeat(60));
});
