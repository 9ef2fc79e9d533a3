import { randomUUID } from 'node:crypto';
import { accountCode, accountKinds, isCreditUnit } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, type Money, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { holdSoldForRefund } from '../../credits/index.ts';
import { postingsFor, requireNotOwnBusiness } from '../../ledger/index.ts';
import {
  addToRefundDetail,
  dryRunRefund,
  ledgerSubjectOf,
  lockPayment,
  refundable,
  refundPayment,
  sourceOf,
} from '../../payments/index.ts';
import { purchaseById, purchaseMoneyLeft, requireRefundable, sendPurchaseRefunded } from '../../purchases/index.ts';
import { cancelRefunded, moneyLeft, requireShippedRental, requireWithinLimit } from '../../store/index.ts';
import { buyerOfSale, type TransactionRow, transactionById } from './transaction-queries.ts';

type Input = { id: number; amount: string | null; reason: string; requestKey: string };

/** Refunds a part, or everything left if no amount is given. It is posted once the provider has completed it. */
export async function refundOrder(platform: Platform, actor: Actor, input: Input): Promise<void> {
  const transaction = await transactionById(platform.db, input.id);
  if (!transaction) throw new Refusal('not_found');
  await requireNotOwnBusiness(platform.db, actor, await buyerOfSale(platform.db, transaction));
  if (transaction.sale === 'rental') await requireShippedRental(platform.db, transaction.sale_id);
  await refundPayment(platform, {
    paymentId: input.id,
    amount: input.amount === null ? 'rest' : amountOf(input.amount, transaction.currency as Currency),
    reason: input.reason,
    requestKey: input.requestKey,
    actorId: actor.userId,
    async within(tx, { id, amount, allMinor, payment: { provider } }) {
      await requireWithinLimit({ ...platform, db: tx }, actor, money(allMinor, amount.currency));
      const refunding = { actorId: actor.userId, reason: input.reason, amount, provider };
      // The mail about the cancelled items names the refund.
      if (await followSale(tx, platform, transaction, refunding)) await addToRefundDetail(tx, id, { cancelled: true });
      const purchase = transaction.sale === 'purchase' ? await purchaseById(tx, transaction.sale_id) : null;
      const isWhole = purchase !== null && (await purchaseMoneyLeft(tx, purchase.id)) === 0n;
      // A request whose purchase is refunded in full ends with a mail of its own.
      if (purchase && !(isWhole && purchase.request_id !== null)) {
        const refund = { refundMinor: amount.amountMinor, isWhole, provider };
        await sendPurchaseRefunded(tx, platform.config.publicOrigin, purchase, refund, platform.clock.now());
      }
      await writeAudit(tx, actor, 'transactions.refund', `${transaction.sale}:${transaction.sale_id}`, {
        refund: id,
        amount: toWire(amount),
        reason: input.reason,
      });
    },
  });
}

/** Effects of a refund on the sale, in the transaction that stores the refund. Returns whether it cancelled items. */
async function followSale(
  tx: Db,
  platform: Platform,
  { sale, sale_id }: Pick<TransactionRow, 'sale' | 'sale_id'>,
  { actorId, reason, amount, provider }: { actorId: number | null; reason: string; amount: Money; provider: string },
): Promise<boolean> {
  if (sale === 'purchase') {
    await requireRefundable(tx, sale_id);
    await holdSoldForRefund(tx, { purchaseId: sale_id, actorId, now: platform.clock.now() });
  }
  if (sale !== 'order' || (await moneyLeft(tx, sale_id)) !== 0n) return false;
  const refund = { actorId, reason, refundMinor: amount.amountMinor, sources: [provider] };
  return cancelRefunded(tx, platform, sale_id, refund);
}

function amountOf(text: string, currency: Currency): Money {
  const amount = parseMoney(text, currency);
  if (!amount || amount.amountMinor <= 0n)
    throw fieldRefusal({ amount: [`Enter an amount in ${currency} above zero.`] });
  return amount;
}

/**
 * The dry run: what would be refunded to which account, what would be left, and the resulting postings. It performs the
 * refund and rolls back, so that tune credits, shares and split payments are exact.
 */
export async function inspectRefund(db: Tx, platform: Platform, id: number, text: string | null) {
  const transaction = await transactionById(db, id);
  if (!transaction) throw new Refusal('not_found');
  // Locked before anything is read: a refund that settles concurrently must not be counted in this one.
  const payment = await lockPayment(db, id);
  if (transaction.sale === 'rental') await requireShippedRental(db, transaction.sale_id);
  const { currency } = payment.amount;
  const most = await refundable(db, payment);
  if (most <= 0n) throw new Refusal('already_committed', { message: 'Nothing is left to refund.' });
  const amount = text === null ? money(most, currency) : amountOf(text, currency);
  if (amount.amountMinor > most)
    throw fieldRefusal({
      amount: [`At most ${toWire(money(most, currency)).amount} ${currency} can still be refunded.`],
    });
  // Each payment of a split sale may have its own subject.
  const subjects = new Set([`${transaction.sale}:${transaction.sale_id}`, ledgerSubjectOf(payment)]);
  const posted = async () => (await Promise.all([...subjects].map((subject) => postingsFor(db, subject)))).flat();
  const before = await posted();
  const input = { paymentId: id, amount, reason: 'Dry run', requestKey: `dry-run:${randomUUID()}`, actorId: null };
  const within = async (tx: Db) => {
    await followSale(tx, platform, transaction, { ...input, provider: payment.provider });
  };
  const after = await dryRunRefund(db, platform, { ...input, within }, posted);
  const source = sourceOf(payment);
  const changes = changesOf(before, after).filter(({ account }) => accountCode(account) !== accountCode(source));
  return {
    amount: toWire(amount),
    to: { label: accountKinds[source.kind].label, owner: source.owner },
    left: toWire(money(most - amount.amountMinor, currency)),
    postings: changes.flatMap(({ account: { kind, owner, unit }, amountMinor }) =>
      isCreditUnit(unit) ? [] : [{ label: accountKinds[kind].label, owner, amount: toWire(money(amountMinor, unit)) }],
    ),
    // Credit balances are on the credit side, so a decrease is a debit.
    credits: changes.flatMap(({ account: { kind, owner, unit }, amountMinor }) =>
      kind === 'credits' ? [{ owner, kind: unit.replace('cr.', ''), units: Number(-amountMinor) }] : [],
    ),
  };
}

/** The change of each account, in the order of first use. */
function changesOf(before: readonly Leg[], after: readonly Leg[]): Leg[] {
  const changed = new Map<string, Leg>();
  const add = (legs: readonly Leg[], sign: bigint) => {
    for (const { account, amountMinor } of legs) {
      const known = changed.get(accountCode(account))?.amountMinor ?? 0n;
      changed.set(accountCode(account), { account, amountMinor: known + sign * amountMinor });
    }
  };
  add(before, -1n);
  add(after, 1n);
  return [...changed.values()].filter(({ amountMinor }) => amountMinor !== 0n);
}
