import { expect, test } from 'vitest';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { withLanguage } from '../texts.ts';
import { errorReply } from './error-reply.ts';

const german = (error: unknown) => withLanguage('de', () => errorReply(error).body);

test('a refusal is answered in the language of the request', () => {
  expect(errorReply(new Refusal('not_found')).body.message).toBe('Not found.');
  expect(german(new Refusal('not_found')).message).toBe('Nicht gefunden.');
  expect(german(new Refusal('conflict', { message: 'This order is already paid.' })).message).toBe(
    'Diese Bestellung ist bereits bezahlt.',
  );
});

test('a message with values is translated with its values', () => {
  expect(german(fieldRefusal({ amount: ['Enter an amount in EUR above zero.'] })).errors).toEqual({
    amount: ['Geben Sie einen Betrag in EUR über null ein.'],
  });
  expect(
    german(new Refusal('conflict', { message: 'You already have this car in your garage: Golf (R).' })).message,
  ).toBe('Sie haben dieses Auto bereits in Ihrer Garage: Golf (R).');
});

test('a message with values that the catalogue does not have is replaced by that of its code', () => {
  const reply = german(new Refusal('out_of_stock', { message: 'Only 2 of FlashZilla are left.', retryAfterS: 5 }));
  expect(reply).toEqual({
    code: 'out_of_stock',
    message: 'Für diese Bestellung reicht der Bestand nicht. Es wurde nichts abgebucht.',
  });
});

test('field errors are translated one by one', () => {
  const errors = {
    email: ['Enter your e-mail.'],
    name: ['Name is required.', 'Name can have at most 80 characters.'],
    other: ['17 is not a prime number.'],
  };
  expect(german(fieldRefusal(errors)).errors).toEqual({
    email: ['Geben Sie Ihre E-Mail-Adresse ein.'],
    name: ['Dieses Feld ist erforderlich.', 'Höchstens 80 Zeichen.'],
    other: ['Prüfen Sie diese Angabe.'],
  });
  expect(errorReply(fieldRefusal(errors)).body.errors).toEqual(errors);
});
