import { type Currency, type Money, money, toWire } from '@tuneport/domain/money/money';
import { type CapturedPart, invoicePayment } from '@tuneport/domain/payments/invoice-payment';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isBalance } from './balance-payment.ts';

/** Captured money for these subjects, balances first. An accidental second charge, which is refunded, does not count. */
export async function capturedFor(
  db: Db,
  subjects: readonly string[],
  { lostIsRefunded = false }: { readonly lostIsRefunded?: boolean } = {},
): Promise<CapturedPart[]> {
  const rows = await db
    .selectFrom('payments as p')
    .select(['p.provider', 'p.captured_minor', 'p.disputed_minor', 'p.state'])
    .where('p.subject', 'in', subjects)
    .where('p.state', '<>', 'voided')
    .where('p.captured_minor', '>', 0n)
    .where(
      sql<boolean>`not exists (select from payment_refunds r where r.payment_id = p.id
        and coalesce((r.detail ->> 'unwanted')::boolean, false))`,
    )
    .orderBy('p.id')
    .execute();
  return rows
    .map(
      (row): CapturedPart => ({
        means: isBalance(row.provider) ? row.provider : 'card',
        amountMinor: row.captured_minor,
        withheldMinor: lostIsRefunded && row.state === 'charged_back' ? 0n : row.disputed_minor,
      }),
    )
    .sort((a, b) => Number(a.means === 'card') - Number(b.means === 'card'));
}

/** What an invoice says about its payment, for its page and its PDF. */
export function presentInvoicePayment(total: Money, captured: readonly CapturedPart[]) {
  const wire = (minor: bigint) => toWire(money(minor, total.currency as Currency));
  const { parts, withheldMinor, dueMinor } = invoicePayment(total.amountMinor, captured);
  return {
    parts: parts.map(({ means, amountMinor }) => ({ means, amount: wire(amountMinor) })),
    withheld: wire(withheldMinor),
    due: dueMinor === null ? null : wire(dueMinor),
  };
}
