import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { creditNoteNumber, invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import type { PaymentState } from '@tuneport/domain/payments/payment-states';
import { type PurchaseState, purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { type OrderState, orderNumber } from '@tuneport/domain/store/order-states';
import { depositNumber, type RentalState } from '@tuneport/domain/store/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { paymentById, refundable } from '../../payments/index.ts';
import { presentPurchase, purchaseById } from '../../purchases/index.ts';
import { type OrderRecord, orderById, presentOrder, presentRental, rentalById } from '../../store/index.ts';
import {
  historyOf,
  type listAllOrders,
  refundRows,
  type TransactionRow,
  transactionById,
} from './transaction-queries.ts';

const numbers = { order: orderNumber, purchase: purchaseNumber, rental: depositNumber };
export const saleNumber = ({ sale, sale_id }: Pick<TransactionRow, 'sale' | 'sale_id'>): string =>
  numbers[sale](sale_id);

export function presentRow(row: TransactionRow) {
  const currency = row.currency as Currency;
  return {
    id: row.id,
    order_id: row.sale === 'order' ? row.sale_id : null,
    purchase_id: row.sale === 'purchase' ? row.sale_id : null,
    rental_id: row.sale === 'rental' ? row.sale_id : null,
    number: saleNumber(row),
    invoice_number: invoiceNumberOf(row),
    kind: row.kind as OrderRecord['kind'] | 'tunes' | 'deposit' | 'damage',
    state: row.state as PaymentState,
    order_state: row.sale_state as OrderState | PurchaseState | RentalState,
    email: row.email,
    buyer: row.buyer,
    user_id: row.user_id,
    dealer: row.dealer_id === null ? null : { id: row.dealer_id, name: row.dealer_name ?? '' },
    amount: toWire(money(row.captured_minor, currency)),
    refunded: toWire(money(row.refunded_minor, currency)),
    tracking_number: row.tracking_number,
    at: row.at,
  };
}

/** Orders that may ship, or have shipped and may get another tracking number. */
const sendable: readonly OrderState[] = ['paid', 'part_shipped', 'shipped', 'delivered'];

export async function presentTransaction(db: Db, id: number) {
  const [row, payment] = await Promise.all([transactionById(db, id), paymentById(db, id)]);
  if (!row || !payment) throw new Refusal('not_found');
  const currency = row.currency as Currency;
  const [order, purchase, rental, refunds, history, left] = await Promise.all([
    row.sale === 'order' ? orderById(db, row.sale_id) : null,
    row.sale === 'purchase' ? purchaseById(db, row.sale_id) : null,
    row.sale === 'rental' ? rentalById(db, row.sale_id) : null,
    refundRows(db, id),
    historyOf(db, id),
    refundable(db, payment),
  ]);
  if (!order && !purchase && !rental) throw new Refusal('not_found');
  return {
    ...presentRow(row),
    order: order && presentOrder(order),
    purchase: purchase && (await presentPurchase(db, purchase)),
    rental: rental ? { ...presentRental(rental), full_name: rental.full_name, email: rental.email } : null,
    provider: row.provider,
    refundable: toWire(money(left, currency)),
    refunds: refunds.map(({ amount_minor, state, credit_note, ...refund }) => ({
      ...refund,
      credit_note: credit_note === null ? null : { id: credit_note, number: creditNoteNumber(credit_note) },
      state: state as 'open' | 'pending' | 'settled' | 'failed',
      amount: toWire(money(amount_minor, currency)),
    })),
    history,
    can: {
      refund: left > 0n && rental?.state !== 'ready',
      set_tracking_number: order !== null && sendable.includes(order.state) && order.dispute !== 'open',
    },
  };
}

export const presentListed = (row: Awaited<ReturnType<typeof listAllOrders>>['data'][number]) => ({
  id: row.id,
  number: orderNumber(row.id),
  invoice_number: invoiceNumberOf(row),
  kind: row.kind as OrderRecord['kind'],
  state: row.state as OrderState,
  email: row.email,
  buyer: row.buyer,
  user_id: row.user_id,
  total: toWire(money(row.total_minor, row.currency as Currency)),
  item_count: row.item_count,
  placed_at: row.placed_at,
  transaction_id: row.transaction_id,
});
