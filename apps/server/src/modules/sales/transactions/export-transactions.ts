import { Readable } from 'node:stream';
import { csvRow } from '@tuneport/domain/api/csv-row';
import { type Currency, money, toDecimal } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import type { Db } from '../../../platform/db/db.ts';
import { saleNumber } from './present-transaction.ts';
import { exportLines, type TransactionFilter } from './transaction-queries.ts';

const head = [
  'transaction',
  'order',
  'line',
  'date',
  'kind',
  'state',
  'buyer',
  'email',
  'country',
  'product',
  'name',
  'quantity',
  'currency',
  'net',
  'discount',
  'order_shipping',
  'order_tax',
  'transaction_total',
  'transaction_refunded',
  'tracking_number',
  'invoice',
];

/**
 * UTF-8 CSV, one row per line; values of the whole transaction appear only on its first line, so that columns can be
 * summed.
 */
export function exportTransactions(db: Db, filter: TransactionFilter): Readable {
  return Readable.from(rows(db, filter));
}

async function* rows(db: Db, filter: TransactionFilter): AsyncGenerator<string> {
  yield csvRow(head);
  let last = 0;
  for await (const row of exportLines(db, filter)) {
    const amount = (minor: bigint) => toDecimal(money(minor, row.currency as Currency));
    const once = (minor: bigint) => (row.id === last ? '' : amount(minor));
    yield csvRow([
      row.id,
      saleNumber(row),
      row.line,
      row.at.toISOString(),
      row.kind,
      row.state,
      row.buyer,
      row.email,
      row.country,
      row.slug,
      row.name,
      row.quantity,
      row.currency,
      { number: amount(row.net_minor) },
      { number: amount(row.discount_minor) },
      { number: once(row.shipping_minor) },
      { number: once(row.tax_minor) },
      { number: once(row.captured_minor) },
      { number: once(row.refunded_minor) },
      row.tracking_number,
      invoiceNumberOf(row) ?? '',
    ]);
    last = row.id;
  }
}
