import { type EarningOwner, earningParties } from '@tuneport/domain/ledger/earnings';
import type { DisputedAccount } from '@tuneport/domain/ledger/line-dispute-states';
import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { userById } from '../../identity/index.ts';
import { disputeOfLine, lockEarningsOf } from '../../ledger/index.ts';
import type { SupportContext } from '../support-context.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { lineLabels, lineMinor } from './disputed-line.ts';
import { decidedRefusal, stepDispute } from './step-dispute.ts';

/** A partner whose active member the caller is; every other one is not found. */
export function ownHolder(actor: Actor, holder: string): EarningOwner {
  const [kind = '', id = ''] = holder.split(':');
  const party = earningParties.find((one) => one === kind);
  const isOwn = party !== undefined && actor.signedIn && actor[`${party}s`].some((one) => one.id === Number(id));
  if (!isOwn) throw new Refusal('not_found');
  return `${party}:${Number(id)}`;
}

type NewDispute = {
  readonly holder: string;
  readonly account: DisputedAccount;
  readonly line: string;
  readonly currency: string;
  readonly reason: string;
  readonly region: Region;
};

/**
 * Freezes a line and opens a ticket about it. Payouts of the partner take the same lock, so a line is either in a payout
 * or frozen. A decided line is not disputed again: the ticket is the place to answer.
 */
export async function openDispute(support: SupportContext, actor: Actor, input: NewDispute): Promise<number> {
  const { db, now } = support;
  const { userId } = signedIn(actor);
  const owner = ownHolder(actor, input.holder);
  const line = { owner, account: input.account, subject: input.line, currency: input.currency as Currency };
  await lockEarningsOf(db, owner);
  const known = await disputeOfLine(db, line);
  if (known)
    throw known.state === 'open'
      ? new Refusal('already_committed', {
          message: 'This line is already disputed.',
          current: { id: known.id, state: known.state },
        })
      : decidedRefusal(known);
  const amountMinor = await lineMinor(db, line, now);
  if (amountMinor === undefined) throw new Refusal('not_found');
  const label = (await lineLabels(db, [line]))(line);
  const user = await userById(db, userId);
  const { ticket } = await openTicket(support, {
    title: t('Dispute about {line}, {amount}', { line: label, amount: moneyText(money(amountMinor, line.currency)) }),
    description: input.reason,
    customer_name: user?.name || label,
    email: user?.email ?? null,
    region: input.region,
    userId,
    dealerId: owner.startsWith('dealer:') ? Number(owner.split(':')[1]) : null,
    uploads: [],
  });
  const { id } = await db
    .insertInto('line_disputes')
    .values({ ...line, amount_minor: amountMinor, ticket_id: ticket.id, opened_by: userId, opened_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('line_dispute_events')
    .values({ dispute_id: id, at: now, event: 'open', to_state: 'open', actor_id: userId })
    .execute();
  await writeAudit(db, actor, 'line-disputes.open', `line-dispute:${id}`, { owner, line: input.line });
  return id;
}

/** Any current member of the partner withdraws it, also one who did not open it. */
export const withdrawDispute = async ({ db, now }: SupportContext, actor: Actor, id: number) =>
  stepDispute({ db, now }, id, 'withdraw', { ...actor, as: 'partner' });
