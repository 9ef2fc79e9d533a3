import { paymentMeans } from '@tuneport/domain/payments/invoice-payment';
import { z } from 'zod';
import { WireMoneyShape } from '../shapes.ts';

/** How an invoice was paid, on the day it was issued. */
export const InvoicePayment = z.object({
  /** Captured money only. What is charged to an account is owed with the balance of that account. */
  parts: z.array(z.object({ means: z.enum(paymentMeans), amount: WireMoneyShape })),
  /** The part of it that the payer's bank holds or has taken back. */
  withheld: WireMoneyShape,
  /** Null if nothing was to be paid, if it is owed with an account, or while the bank withholds money. */
  due: WireMoneyShape.nullable(),
});
