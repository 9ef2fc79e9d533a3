import { type EarningOwner, openMinor, payoutMinimumMinor } from '@tuneport/domain/ledger/earnings';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, toDecimal } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { LedgerLimitReached } from '../errors.ts';
import { postTransfer } from '../post-transfer.ts';
import { openEarnings } from './earning-queries.ts';
import {
  addPayoutEvent,
  isActiveParty,
  isMemberOfParty,
  type Payout,
  payoutByKey,
  takeTurn,
} from './payout-queries.ts';

export type Doer = Pick<Actor, 'userId' | 'sessionId' | 'address'>;
export type PayoutInput = {
  readonly owner: EarningOwner;
  readonly currency: Currency;
  /** Made by whoever asks: the same wish sent twice is one payout. */
  readonly requestKey: string;
  /** Sales after this wait for the next one. */
  readonly until: Date;
  readonly method?: string;
  readonly runId?: number;
};

/**
 * Takes all that is available into a payout, less what was refunded after it was paid. The entries are kept for it from now on:
 * earn.avail → transit. In the caller's transaction.
 */
export async function makePayout(db: Db, doer: Doer, input: PayoutInput, now: Date): Promise<Payout> {
  const { owner, currency } = input;
  await takeTurn(db, owner);
  const known = await payoutByKey(db, input.requestKey);
  if (known) {
    if (known.owner !== owner || known.currency !== currency)
      throw new Refusal('conflict', { message: 'This key was used for another payout.' });
    return known;
  }
  await requirePayable(db, doer, owner);
  const lines = (await openEarnings(db, owner, currency, input.until)).map((one) => ({
    subject: one.sale,
    amount_minor: openMinor(one),
  }));
  const amountMinor = lines.reduce((sum, line) => sum + line.amount_minor, 0n);
  if (amountMinor < payoutMinimumMinor)
    throw new Refusal('conflict', {
      message: `There is less than ${toDecimal(money(payoutMinimumMinor, currency))} ${currency} to pay out.`,
    });
  const { id, ...payout } = await db
    .insertInto('payouts')
    .values({
      owner,
      currency,
      request_key: input.requestKey,
      run_id: input.runId ?? null,
      amount_minor: amountMinor,
      ...(input.method === undefined ? {} : { method: input.method }),
      made_by: doer.userId,
      made_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payout_lines')
    .values(lines.map((line, at) => ({ ...line, payout_id: id, n: at + 1 })))
    .execute();
  await takeEntries(db, { owner, currency, id, amount_minor: amountMinor, tries: 1 }, doer, now);
  await addPayoutEvent(db, {
    of: { payout_id: id },
    at: now,
    event: 'make',
    from: null,
    to: 'draft',
    actorId: doer.userId,
  });
  await writeAudit(db, doer, 'payouts.make', `payout:${id}`, { owner, currency, amount_minor: `${amountMinor}` });
  return { id, ...payout } as Payout;
}

/** What a suspended partner earned stays in the ledger until it is active again, and staff cannot pay out to their own firm. */
export async function requirePayable(db: Db, doer: Doer, owner: EarningOwner): Promise<void> {
  if (doer.userId !== null && (await isMemberOfParty(db, owner, doer.userId)))
    throw new Refusal('conflict', {
      message: 'You belong to this partner. A colleague who does not has to pay it out.',
    });
  if (await isActiveParty(db, owner)) return;
  throw new Refusal('conflict', {
    message: 'This partner is suspended. Nothing is paid out until it is active again.',
  });
}

/** earn.avail → transit. A refund may have come in between: then there is not enough, and nothing is written. */
export async function takeEntries(
  db: Db,
  { id, owner, currency, amount_minor, tries }: Pick<Payout, 'id' | 'owner' | 'currency' | 'amount_minor' | 'tries'>,
  doer: Doer,
  now: Date,
): Promise<void> {
  try {
    await postTransfer(db, {
      key: `payout:${id}:taken:${tries}`,
      kind: 'payout.taken',
      subject: `payout:${id}`,
      at: now,
      actorId: doer.userId,
      legs: move(partyAccount('earn.avail', owner, currency), partyAccount('transit', owner, currency), amount_minor),
    });
  } catch (error) {
    if (error instanceof LedgerLimitReached)
      throw new Refusal('conflict', { message: 'Less is available than a moment ago. Look again.' });
    throw error;
  }
}
