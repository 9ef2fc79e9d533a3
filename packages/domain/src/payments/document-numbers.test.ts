import { expect, test } from 'vitest';
import { creditNoteNumber, invoiceNumberOf, parseInvoiceNumber } from './document-numbers.ts';

test('an invoice number names the series of its region; an unpaid sale has none', () => {
  expect(invoiceNumberOf({ region: 1, invoice_no: 17 })).toBe('INV-NA-000017');
  expect(invoiceNumberOf({ region: 2, invoice_no: 1_234_567 })).toBe('INV-EU-1234567');
  expect(invoiceNumberOf({ region: 2, invoice_no: null })).toBeNull();
  expect(creditNoteNumber(3)).toBe('CN-000003');
});

test('a typed invoice number is read with or without its region, zeros and dashes', () => {
  expect(parseInvoiceNumber('INV-EU-000017')).toEqual({ regions: [2], no: 17 });
  expect(parseInvoiceNumber(' inv na 17')).toEqual({ regions: [1], no: 17 });
  expect(parseInvoiceNumber('INV-17')).toEqual({ regions: [1, 2], no: 17 });
  for (const other of ['17', 'TP-000017', 'INV-', 'INV-XX-1', 'invite 3', 'INV-EU-9999999999'])
    expect(parseInvoiceNumber(other)).toBeNull();
});
