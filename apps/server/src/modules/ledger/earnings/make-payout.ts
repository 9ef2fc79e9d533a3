import { type EarningOwner, openMinor, payoutMinimumMinor } from '@tuneport/domain/ledger/earnings';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, toDecimal } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
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
  lockPayoutsOf,
  type Payout,
  payoutByKey,
} from './payout-queries.ts';

type PayoutInput = {
  readonly owner: EarningOwner;
  readonly currency: Currency;
  /** Idempotency key of the request: the same input sent twice creates one payout. */
  readonly requestKey: string;
  /** Later sales are left for the next payout. */
  readonly until: Date;
  readonly method?: string;
  readonly runId?: number;
  /** Only these sales; all that are available if absent. */
  readonly only?: readonly string[];
};

/**
 * Collects everything available into a payout, less refunds of paid sales. The entries are reserved for it: earn.avail
 * → transit. Runs in the caller's transaction.
 */
export async function makePayout(db: Db, initiator: AuditActor, input: PayoutInput, now: Date): Promise<Payout> {
  const { owner, currency } = input;
  await lockPayoutsOf(db, owner);
  const known = await payoutByKey(db, input.requestKey);
  if (known) {
    if (known.owner !== owner || known.currency !== currency)
      throw new Refusal('conflict', { message: 'This idempotency key was used for another payout.' });
    return known;
  }
  await requirePayable(db, initiator, owner);
  const open = await openEarnings(db, owner, currency, input.until);
  const wanted = input.only && new Set(input.only);
  const chosen = wanted ? open.filter(({ sale }) => wanted.has(sale)) : open;
  if (wanted && chosen.length < wanted.size)
    throw new Refusal('conflict', {
      message: 'Some of these entries are not available: they are on hold, in another payout, or were reversed.',
    });
  const lines = chosen.map((one) => ({
    subject: one.sale,
    amount_minor: openMinor(one),
  }));
  const amountMinor = lines.reduce((sum, line) => sum + line.amount_minor, 0n);
  if (amountMinor < payoutMinimumMinor)
    throw new Refusal('conflict', {
      message: `Less than ${toDecimal(money(payoutMinimumMinor, currency))} ${currency} is available to pay out.`,
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
      made_by: initiator.userId,
      made_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // Arrays, because a statement has at most 65,535 parameters.
  await sql`insert into payout_lines (payout_id, n, subject, amount_minor)
    select ${id}, l.n, l.subject, l.amount from unnest(${lines.map(({ subject }) => subject)}::text[],
      ${lines.map(({ amount_minor }) => amount_minor)}::bigint[]) with ordinality as l (subject, amount, n)`.execute(
    db,
  );
  await takeEntries(db, { owner, currency, id, amount_minor: amountMinor, tries: 1 }, initiator, now);
  await addPayoutEvent(db, {
    of: { payout_id: id },
    at: now,
    event: 'make',
    from: null,
    to: 'draft',
    actorId: initiator.userId,
  });
  await writeAudit(db, initiator, 'payouts.make', `payout:${id}`, { owner, currency, amount_minor: `${amountMinor}` });
  return { id, ...payout } as Payout;
}

export async function requireNotMember(db: Db, { userId }: AuditActor, owner: EarningOwner): Promise<void> {
  if (userId === null || !(await isMemberOfParty(db, owner, userId))) return;
  throw new Refusal('conflict', {
    message: 'You are a member of this partner. A colleague who is not must do this.',
  });
}

/**
 * A suspended partner's earnings stay in the ledger until it is active again, and staff cannot pay out to their own
 * company.
 */
export async function requirePayable(db: Db, initiator: AuditActor, owner: EarningOwner): Promise<void> {
  await requireNotMember(db, initiator, owner);
  if (await isActiveParty(db, owner)) return;
  throw new Refusal('conflict', {
    message: 'This partner is suspended. Payouts resume when it is active again.',
  });
}

/** earn.avail → transit. After a concurrent refund the balance is insufficient, and nothing is written. */
export async function takeEntries(
  db: Db,
  { id, owner, currency, amount_minor, tries }: Pick<Payout, 'id' | 'owner' | 'currency' | 'amount_minor' | 'tries'>,
  initiator: AuditActor,
  now: Date,
): Promise<void> {
  try {
    await postTransfer(db, {
      key: `payout:${id}:taken:${tries}`,
      kind: 'payout.taken',
      subject: `payout:${id}`,
      at: now,
      actorId: initiator.userId,
      legs: move(partyAccount('earn.avail', owner, currency), partyAccount('transit', owner, currency), amount_minor),
    });
  } catch (error) {
    if (error instanceof LedgerLimitReached)
      throw new Refusal('conflict', { message: 'The available amount has gone down. Check it and try again.' });
    throw error;
  }
}
