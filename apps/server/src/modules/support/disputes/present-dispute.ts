import {
  lineDisputeMachine,
  lineDisputeNumber,
  lineDisputeSentences,
} from '@tuneport/domain/ledger/line-dispute-states';
import { money, toWire } from '@tuneport/domain/money/money';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { t } from '@tuneport/domain/text/text';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PageOf } from '../../../platform/db/lists/page.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { disputeOfTickets, historyOfDispute, type NamedDispute, namedDispute } from '../../ledger/index.ts';
import { mergedTickets } from '../tickets/ticket-queries.ts';
import { lineLabels, openDebtMinor } from './disputed-line.ts';
import { ownHolder } from './open-dispute.ts';

const present = (row: NamedDispute, label: string) => ({
  id: row.id,
  number: lineDisputeNumber(row.id),
  state: row.state,
  account: row.account,
  line: row.subject,
  label,
  amount: toWire(money(row.amount_minor, row.currency)),
  reason: row.reason,
  ticket: { id: row.ticket_id, number: ticketNumber(row.ticket_id) },
  opened_at: row.opened_at,
  ended_at: row.ended_at,
  decision: row.decision,
  correction: row.correction_minor === null ? null : toWire(money(row.correction_minor, row.currency)),
});

const presentOwn = (row: NamedDispute, label: string) => ({
  ...present(row, label),
  sentence: t(lineDisputeSentences[row.state]),
  may_withdraw: row.state === 'open',
});

const presentListed = (row: NamedDispute, label: string) => ({
  ...present(row, label),
  holder: { owner: row.owner, name: row.party },
  opened_by: row.opener,
  decided_by: row.decider,
});

async function pageWith<Shown>(
  db: Db,
  page: PageOf<NamedDispute>,
  show: (row: NamedDispute, label: string) => Shown,
): Promise<PageOf<Shown>> {
  const labels = await lineLabels(db, page.data);
  return { ...page, data: page.data.map((row) => show(row, labels(row))) };
}
export const presentOwnPage = (db: Db, page: PageOf<NamedDispute>) => pageWith(db, page, presentOwn);
export const presentListedPage = (db: Db, page: PageOf<NamedDispute>) => pageWith(db, page, presentListed);

/** A dispute of a partner the caller belongs to; every other one is not found. */
export async function presentOwnDispute(db: Db, actor: Actor, id: number) {
  const row = await namedDispute(db, id);
  if (!row) throw new Refusal('not_found');
  ownHolder(actor, row.owner);
  return presentOwn(row, (await lineLabels(db, [row]))(row));
}

export async function presentDispute(db: Db, id: number, now: Date) {
  const row = await namedDispute(db, id);
  if (!row) throw new Refusal('not_found');
  const [labels, history] = await Promise.all([lineLabels(db, [row]), historyOfDispute(db, id)]);
  const isOpen = row.state === 'open';
  const openMinor = isOpen && row.account === 'owed' ? ((await openDebtMinor(db, row, now)) ?? 0n) : null;
  const events: Readonly<Record<string, { readonly done?: string }>> = lineDisputeMachine.events;
  return {
    ...presentListed(row, labels(row)),
    open: openMinor === null ? null : toWire(money(openMinor, row.currency)),
    history: history.map(({ at, event, by, reason }) => ({
      at,
      event: events[event]?.done ?? 'Opened',
      by: by ?? '',
      reason,
    })),
    may_decide: isOpen,
    updated_at: row.updated_at,
  };
}

/** The dispute of a ticket, or of one that was merged into it. */
export async function presentDisputeOfTicket(db: Db, ticketId: number) {
  const row = await disputeOfTickets(db, [ticketId, ...(await mergedTickets(db, ticketId))]);
  if (!row) return null;
  return {
    id: row.id,
    number: lineDisputeNumber(row.id),
    label: (await lineLabels(db, [row]))(row),
    state: row.state,
    sentence: t(lineDisputeSentences[row.state]),
  };
}
