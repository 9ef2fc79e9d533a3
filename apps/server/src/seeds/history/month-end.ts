import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import { issueStatements, receivable } from '../../modules/dealers/index.ts';
import {
  balanceOf,
  openPayoutRun,
  postTransfer,
  releaseEarnings,
  stepPayout,
  stepPayoutRun,
} from '../../modules/ledger/index.ts';
import { maintainTickets } from '../../modules/support/index.ts';
import { chance } from '../chance.ts';
import { dayMs, type Month } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';

/** What the company does at the end of a month: stock refilled, balances paid, earnings released and paid out. */
export async function endMonth(context: HistoryContext, month: Month): Promise<void> {
  await refill(context, month);
  await payBalances(context, month);
  if (month.to >= context.now) return;
  await payEarnings(context, month);
  await issueMonth(context, month);
  context.clock.now = month.to;
  await maintainTickets(context.platform, month.to);
}

/** Goods below twenty pieces are received again. */
async function refill({ platform, people }: HistoryContext, month: Month): Promise<void> {
  await sql`insert into stock_movements (at, kind, product_id, location_id, on_hand_change, reason, reference, actor_id)
    select ${month.from}, 'RECEIVE', l.product_id, l.location_id, 40, 'Delivery', ${`demo history ${month.name}`}, ${people.admin.userId}
    from stock_levels l join stock_locations s on s.id = l.location_id
    where s.region = 1 and l.on_hand - l.allocated < 20 and not exists (
      select from stock_movements m where m.product_id = l.product_id and m.reference = ${`demo history ${month.name}`})
    order by l.product_id, l.location_id`.execute(platform.db);
}

/** Dealers pay last month's balance by bank transfer; some late, some in part. */
async function payBalances(context: HistoryContext, month: Month): Promise<void> {
  const { seed, people, platform, clock, now } = context;
  for (const { actor, slug } of people.dealers) {
    const dealer = actor.dealers[0];
    const label = `${slug} pays ${month.name}`;
    const at = new Date(month.to.getTime() - chance(seed, `${label} day`) * 9 * dayMs);
    if (!dealer || at >= now || chance(seed, label) < 0.12) continue;
    const account = receivable(dealer.id, 'CAD');
    const { postedMinor } = await balanceOf(platform.db, account);
    const amountMinor = postedMinor / (chance(seed, `${label} part`) < 0.2 ? 2n : 1n);
    if (amountMinor <= 0n) continue;
    clock.now = at;
    await platform.db.transaction().execute((db) =>
      postTransfer(db, {
        key: `demo history ${label}`,
        kind: 'dealer.paid',
        subject: `dealer:${dealer.id}`,
        at,
        memo: `Bank transfer ${month.name}`,
        actorId: people.admin.userId,
        legs: [
          { account: platformAccount('bank', 'CAD'), amountMinor },
          { account, amountMinor: -amountMinor },
        ],
      }),
    );
  }
}

const statementMonths = 6;

/** Statements of the last months; older ones would only slow the load. They count as mailed. */
async function issueMonth({ platform, clock, now }: HistoryContext, month: Month): Promise<void> {
  if (now.getTime() - month.to.getTime() > statementMonths * 31 * dayMs) return;
  clock.now = new Date(month.to.getTime() + dayMs / 2);
  await issueStatements(platform.db, platform, clock.now);
  await sql`insert into dealer_statement_mails (statement_id, mailed_at) select id, issued_at from dealer_statements
    on conflict do nothing`.execute(platform.db);
}

/** One payout run for each kind of partner. */
async function payEarnings({ platform: { db }, people, clock }: HistoryContext, month: Month): Promise<void> {
  const at = (days: number) => new Date(month.to.getTime() + days * dayMs);
  const { admin, superAdmin } = people;
  clock.now = month.to;
  await releaseEarnings(db, month.to);
  for (const party of ['tuner', 'affiliate'] as const) {
    const requestKey = `demo history ${month.name} ${party}`;
    const known = await db
      .selectFrom('payout_runs')
      .select('id')
      .where('request_key', '=', requestKey)
      .executeTakeFirst();
    if (known) continue;
    const id = await db.transaction().execute(async (tx) => {
      const input = {
        requestKey,
        currency: 'CAD',
        party,
        cutOff: month.to,
        note: `Monthly payout ${month.name}`,
      } as const;
      const run = await openPayoutRun(tx, admin, input, at(0.4));
      await stepPayoutRun(tx, admin, run.id, 'lock', at(0.5));
      await stepPayoutRun(tx, superAdmin, run.id, 'approve', at(0.6));
      await stepPayoutRun(tx, admin, run.id, 'process', at(0.7));
      return run.id;
    });
    const sent = await db
      .selectFrom('payouts')
      .select('id')
      .where('run_id', '=', id)
      .where('state', '=', 'sending')
      .execute();
    await db.transaction().execute(async (tx) => {
      for (const payout of sent)
        await stepPayout(tx, admin, payout.id, 'confirm', at(2.5), { reference: `EFT ${30_000 + payout.id}` });
    });
  }
}
