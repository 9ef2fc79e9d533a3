import { expect, test } from 'vitest';
import { leadSentence, nextDate } from './next-step.ts';

const request = (facts: object) =>
  ({
    as: 'customer',
    state: 'queued',
    money: 'paid',
    sentence: 'Paid. A tuner will start on it next.',
    tuner: null,
    promised_at: '2026-03-04T12:00:00Z',
    delivered_at: null,
    revision_until: null,
    updated_at: '2026-03-01T12:00:00Z',
    history: [],
    ...facts,
  }) as never;

test('the lead sentence of a request names the tuner to the customer', () => {
  expect(leadSentence(request({}))).toBe('Paid. A tuner will start on it next.');
  const tuner = { id: 1, name: 'North Tuning' };
  expect(leadSentence(request({ tuner }))).toBe('Paid. North Tuning will start on it next.');
  expect(leadSentence(request({ tuner, as: 'staff', sentence: 'Paid.' }))).toBe('Paid.');
});

test('the date of a request is the promised time while we work', () => {
  expect(nextDate(request({}))).toEqual({ label: 'Ready by', at: '2026-03-04T12:00:00Z' });
  expect(nextDate(request({ state: 'waiting_customer', history: [{ at: '2026-03-02T00:00:00Z' }] }))).toEqual({
    label: 'Reply by',
    at: '2026-03-16T00:00:00.000Z',
  });
});

test('the date of a request is the customer’s deadline before payment and after delivery', () => {
  expect(nextDate(request({ state: 'matched', promised_at: null }))?.at).toBe('2026-03-31T12:00:00.000Z');
  const delivered = request({ state: 'delivered', delivered_at: '2026-03-04', revision_until: '2026-03-25T00:00:00Z' });
  const deadline = { label: 'Free changes until', at: '2026-03-25T00:00:00Z' };
  expect(nextDate(delivered, Date.parse('2026-03-24T00:00:00Z'))).toEqual(deadline);
  expect(nextDate(delivered, Date.parse('2026-03-26T00:00:00Z'))).toBeNull();
  expect(nextDate(request({ state: 'matched', as: 'tuner', promised_at: null }))).toBeNull();
  expect(nextDate(request({ state: 'closed', promised_at: null }))).toBeNull();
});
