import { describe, expect, test } from 'vitest';
import { isTicketValid, ticketNotValidText, ticketNumber, ticketProblems } from './ticket.ts';

const draft = { title: 'No start', description: 'Since the update the car does not start.', customer_name: 'Robin' };

describe('a ticket before it is sent', () => {
  test('is valid with title, description and customer_name (S276)', () => {
    expect(isTicketValid(draft)).toBe(true);
    expect(ticketProblems(draft)).toEqual({});
  });
  test('is not valid without a title (S277)', () => {
    expect(isTicketValid({ ...draft, title: '' })).toBe(false);
    expect(Object.keys(ticketProblems({ ...draft, title: ' \n' }))).toEqual(['title']);
  });
  test('is not valid without a description (S278)', () => {
    expect(isTicketValid({ ...draft, description: '' })).toBe(false);
    expect(Object.keys(ticketProblems({ ...draft, description: '\t' }))).toEqual(['description']);
  });
  test('is not valid without a customer_name (S279)', () => {
    expect(isTicketValid({ ...draft, customer_name: '' })).toBe(false);
    expect(Object.keys(ticketProblems({ ...draft, customer_name: ' ' }))).toEqual(['customer_name']);
  });
  test('returns the specified messages (S277 S278 S279)', () => expect(ticketNotValidText).toBe('ticket is not valid'));
});

test('a ticket has a display number', () =>
  expect([ticketNumber(7), ticketNumber(1_234_567)]).toEqual(['T-00007', 'T-1234567']));
