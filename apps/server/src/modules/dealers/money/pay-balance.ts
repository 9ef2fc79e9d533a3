import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import {
  type Currency,
  currencyCodes,
  type Money,
  money,
  moneyText,
  parseMoney,
  toWire,
} from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { momentLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail, queueNotification } from '../../../platform/mail/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { balanceOf, postTransfer, requireNotOwnBusiness } from '../../ledger/index.ts';
import {
  type Booking,
  type ChosenMethod,
  clientsOf,
  type Payment,
  type PaymentOutcome,
  type PaymentSubject,
  type Refund,
  takePayment,
} from '../../payments/index.ts';
import { prepaid, receivable } from '../accounts.ts';
import { resumeIfPaid } from '../credit-control/review-account.ts';
import { type OwnDealer, ownDealer } from '../portal/own-dealer.ts';
import { openItems, payable } from './balance.ts';

const dealerPaymentNumber = (id: number): string => `DP-${String(id).padStart(6, '0')}`;

type PayInput = {
  readonly currency: string;
  readonly amount?: string | undefined;
  readonly items: readonly string[];
  readonly method: ChosenMethod;
  readonly requestKey: string;
};
type Chosen = { readonly subject: string; readonly amountMinor: bigint };

/**
 * Pays by card what a dealer owes: everything, an amount, or chosen sales. The payment is stored before the card is
 * charged, and a repeated request finds it by its key.
 */
export async function payBalance(
  db: Db,
  platform: Platform,
  actor: Actor,
  ref: number | string,
  input: PayInput,
  now: Date,
): Promise<PaymentOutcome> {
  const dealer = await ownDealer(db, actor, ref);
  if (!dealer.membership) throw new Refusal('not_found');
  const { userId } = signedIn(actor);
  const known = await db
    .selectFrom('dealer_payments')
    .selectAll()
    .where('request_key', '=', input.requestKey)
    .where('dealer_id', '=', dealer.id)
    .executeTakeFirst();
  const row = known ?? (await storePayment(db, dealer, userId, input, now));
  const outcome = await takePayment(platform, {
    subject: `dealer-payment:${row.id}`,
    payer: `dealer:${dealer.id}`,
    amount: money(row.amount_minor, row.currency as Currency),
    method: input.method,
    clients: clientsOf(actor),
  });
  if (dealer.account_paused_at !== null)
    // The payment is booked at a later moment than the one this call began at.
    await db
      .transaction()
      .execute((tx) => resumeIfPaid(tx, platform.config.publicOrigin, dealer.id, platform.clock.now()));
  return outcome;
}

async function storePayment(db: Db, dealer: OwnDealer, userId: number, input: PayInput, now: Date) {
  const currency = currencyCodes.find((code) => code === input.currency);
  if (!currency) throw fieldRefusal({ currency: ['Unknown currency.'] });
  const items = payable(await openItems(db, dealer, currency, now));
  const owed = items.reduce((sum, { open_minor }) => sum + open_minor, 0n);
  if (owed <= 0n) throw new Refusal('conflict', { message: 'Nothing is owed in this currency.' });
  const chosen = [...new Set(input.items)].map((subject) => {
    const item = items.find((one) => one.subject === subject);
    if (!item)
      throw new Refusal('conflict', {
        message: 'One of these purchases has been paid or disputed in the meantime. Reload and choose again.',
      });
    return { subject, openMinor: item.open_minor };
  });
  const most = chosen.length > 0 ? chosen.reduce((sum, { openMinor }) => sum + openMinor, 0n) : owed;
  const amount = readAmount(input.amount, money(most, currency));
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('dealer_payments')
      .values({
        dealer_id: dealer.id,
        method: 'card',
        currency,
        amount_minor: amount.amountMinor,
        request_key: input.requestKey,
        made_by: userId,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row)
      return tx
        .selectFrom('dealer_payments')
        .selectAll()
        .where('request_key', '=', input.requestKey)
        .executeTakeFirstOrThrow();
    const parts = spread(chosen, amount.amountMinor);
    if (parts.length > 0)
      await tx
        .insertInto('dealer_payment_items')
        .values(parts.map(({ subject, amountMinor }) => ({ payment_id: row.id, subject, amount_minor: amountMinor })))
        .execute();
    return row;
  });
}

function readAmount(text: string | undefined, most: Money): Money {
  if (text === undefined || text === '') return most;
  const amount = parseMoney(text, most.currency);
  if (amount && amount.amountMinor > 0n && amount.amountMinor <= most.amountMinor) return amount;
  throw fieldRefusal({ amount: [`Enter an amount above zero and at most ${moneyText(most)}.`] });
}

/** A part payment of chosen sales pays them in the order they were chosen. */
function spread(chosen: readonly { subject: string; openMinor: bigint }[], amountMinor: bigint): Chosen[] {
  let left = amountMinor;
  const parts: Chosen[] = [];
  for (const { subject, openMinor } of chosen) {
    const part = openMinor < left ? openMinor : left;
    if (part > 0n) parts.push({ subject, amountMinor: part });
    left -= part;
  }
  return parts;
}

/** What is owed is paid first; the rest, if the debt shrank meanwhile, becomes prepaid money. */
async function creditLegs(db: Db, dealerId: number, amount: Money): Promise<Leg[]> {
  const { currency, amountMinor } = amount;
  const { postedMinor } = await balanceOf(db, receivable(dealerId, currency));
  const owed = postedMinor > 0n ? postedMinor : 0n;
  const toDebt = owed < amountMinor ? owed : amountMinor;
  return [
    { account: receivable(dealerId, currency), amountMinor: -toDebt },
    { account: prepaid(dealerId, currency), amountMinor: toDebt - amountMinor },
  ].filter((leg) => leg.amountMinor !== 0n);
}

const lockPaymentRow = (db: Db, id: number) =>
  db.selectFrom('dealer_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const row = await lockPaymentRow(db, Number(payment.reference));
  if (!row || row.state === 'captured') return 'unwanted';
  // Serializes payments of one dealer: each sees what the one before left of the debt.
  await db.selectFrom('dealers').select('id').where('id', '=', row.dealer_id).forNoKeyUpdate().execute();
  const now = platform.clock.now();
  await db.updateTable('dealer_payments').set({ state: 'captured', paid_at: now }).where('id', '=', row.id).execute();
  await mailReceipt(db, platform.config.publicOrigin, row.dealer_id, row.id, payment.amount, now);
  return {
    legs: await creditLegs(db, row.dealer_id, payment.amount),
    memo: `Payment ${dealerPaymentNumber(row.id)} to the balance`,
  };
}

const refunded = async (db: Db, _platform: Platform, payment: Payment, refund: Refund): Promise<Booking> => {
  const row = await lockPaymentRow(db, Number(payment.reference));
  if (!row) throw new Error(`payment ${payment.id} is for a dealer payment that is not there`);
  return {
    legs: [{ account: receivable(row.dealer_id, refund.amount.currency), amountMinor: refund.amount.amountMinor }],
    memo: `Payment ${dealerPaymentNumber(row.id)} refunded`,
    // Money that went back is owed again, even above the credit limit.
    beyondLimits: true,
  };
};

/** A payment that the bank reversed for good is owed again, like one that was refunded. */
async function disputed(db: Db, platform: Platform, payment: Payment, how: 'open' | 'won' | 'lost'): Promise<void> {
  const row = how === 'lost' ? await lockPaymentRow(db, Number(payment.reference)) : undefined;
  if (row?.state !== 'captured' || payment.disputedMinor === 0n) return;
  const { currency } = payment.amount;
  await postTransfer(db, {
    key: `${payment.subject}:dispute-lost:${payment.id}`,
    kind: 'dealer-payment.dispute-lost',
    subject: payment.subject,
    at: platform.clock.now(),
    memo: `Payment ${dealerPaymentNumber(row.id)} reversed by the bank`,
    legs: move(receivable(row.dealer_id, currency), platformAccount('goodwill', currency), payment.disputedMinor),
    beyondLimits: true,
  });
}

async function paid(db: Db) {
  const rows = await db
    .selectFrom('dealer_payments')
    .select(['id', 'amount_minor', 'currency'])
    .where('state', '=', 'captured')
    .where('method', '=', 'card')
    .orderBy('id')
    .execute();
  return rows.map(({ id, amount_minor, currency }) => ({
    subject: `dealer-payment:${id}`,
    amount: money(amount_minor, currency as Currency),
  }));
}

/** Settles payments of dealers to their balance. */
export const dealerPaymentSubject: PaymentSubject = { settle, refunded, disputed, paid };

/** A bank transfer that arrived, recorded by staff. The bank's reference identifies it. */
export async function recordTransfer(
  db: Db,
  platform: Platform,
  actor: Actor,
  ref: number | string,
  input: { currency: string; amount: string; reference: string; requestKey: string },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  await requireNotOwnBusiness(db, actor, { dealer: dealer.id });
  const currency = currencyCodes.find((code) => code === input.currency);
  const amount = currency && parseMoney(input.amount, currency);
  if (!currency || !amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${currency ?? dealer.currency} above zero.`] });
  const row = await db
    .insertInto('dealer_payments')
    .values({
      dealer_id: dealer.id,
      method: 'transfer',
      state: 'captured',
      currency,
      amount_minor: amount.amountMinor,
      request_key: input.requestKey,
      reference: input.reference,
      made_by: actor.userId,
      created_at: now,
      paid_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row)
    throw new Refusal('already_committed', { message: 'A transfer with this bank reference is already booked.' });
  await postTransfer(db, {
    key: `dealer-payment:${row.id}:received`,
    kind: 'dealer-payment.received',
    subject: `dealer-payment:${row.id}`,
    at: now,
    actorId: actor.userId,
    memo: `Bank transfer ${input.reference}`,
    legs: [
      { account: platformAccount('cash', currency), amountMinor: amount.amountMinor },
      ...(await creditLegs(db, dealer.id, amount)),
    ],
  });
  await writeAudit(db, actor, 'dealers.record-transfer', `dealer:${dealer.id}`, {
    payment: row.id,
    amount: toWire(amount),
    reference: input.reference,
  });
  await mailReceipt(db, platform.config.publicOrigin, dealer.id, row.id, amount, now);
  await resumeIfPaid(db, platform.config.publicOrigin, dealer.id, now);
  return { id: row.id, amount: toWire(amount), reference: input.reference, paid_at: now };
}

async function mailReceipt(
  db: Db,
  origin: string,
  dealerId: number,
  paymentId: number,
  amount: Money,
  now: Date,
): Promise<void> {
  const dealer = await db
    .selectFrom('dealers')
    .select(['slug', 'billing_email', 'notify_payments'])
    .where('id', '=', dealerId)
    .executeTakeFirst();
  if (!dealer || dealer.billing_email === '') return;
  const message = () => receiptMessage(`${pagesOf(origin)}/dealer/${dealer.slug}/balance`, paymentId, amount, now);
  const announce = dealer.notify_payments ? queueMail : queueNotification;
  await announce(db, { to: dealer.billing_email, secrets: [], message });
}

export const receiptMessage = (url: string, paymentId: number, amount: Money, at: Date) =>
  mailMessage('dealer-payment', {
    subject: t('Payment {number} received: {amount}', {
      number: dealerPaymentNumber(paymentId),
      amount: moneyText(amount),
    }),
    title: t('We received {amount}', { amount: moneyText(amount) }),
    paragraphs: [
      t('Your payment {number} was booked on {date}.', {
        number: dealerPaymentNumber(paymentId),
        date: momentLabel(at),
      }),
    ],
    button: { label: t('View balance'), url },
  });
