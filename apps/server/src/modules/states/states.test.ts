import { betaParticipantMachine, betaProgramMachine } from '@tuneport/domain/beta/beta-states';
import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { sheetMachine } from '@tuneport/domain/catalog/sheet-steps';
import { manifestMachine, toolSessionMachine } from '@tuneport/domain/catalog/tools/manifest-states';
import { newsletterMachine, subscriberMachine } from '@tuneport/domain/content/newsletter-states';
import { creditCodeMachine } from '@tuneport/domain/credits/credit-codes';
import { applicationMachine } from '@tuneport/domain/dealers/application-states';
import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { dealerInviteMachine } from '@tuneport/domain/dealers/invite-states';
import { purchaseApprovalMachine } from '@tuneport/domain/dealers/purchase-approval-states';
import { handoverMachine } from '@tuneport/domain/garage/handover-states';
import { dataExportMachine } from '@tuneport/domain/identity/data-export-states';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { opportunityMachine } from '@tuneport/domain/leads/opportunity-states';
import { lineDisputeMachine } from '@tuneport/domain/ledger/line-dispute-states';
import { payoutMachine, payoutRunMachine } from '@tuneport/domain/ledger/payout-states';
import { bulkRunMachine } from '@tuneport/domain/operations/bulk-runs';
import { paymentMachine, refundMachine } from '@tuneport/domain/payments/payment-states';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { approvalMachine } from '@tuneport/domain/states/approvals';
import { type Machine, statesOf } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import { productMachine } from '@tuneport/domain/store/product';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import { tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import { valueTransferMachine } from '@tuneport/domain/tuning/value-transfer-states';
import { webhookDeliveryMachine } from '@tuneport/domain/webhooks/webhook-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { system } from '../audit/index.ts';
import { moveDeal } from '../dealers/move-deal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Tables with their machine, and the default of the column where it is not the initial state. */
const tables: readonly [table: string, machine: Machine, initial?: string][] = [
  ['beta_participants', betaParticipantMachine],
  ['beta_programs', betaProgramMachine],
  ['bulk_runs', bulkRunMachine],
  ['catalog_purchases', purchaseMachine],
  ['catalog_sheets', sheetMachine],
  ['data_exports', dataExportMachine],
  ['dealer_credit_deals', creditDealMachine],
  ['dealer_invites', dealerInviteMachine],
  ['dealer_purchase_approvals', purchaseApprovalMachine],
  ['lead_deals', leadDealMachine],
  ['lead_opportunities', opportunityMachine],
  ['line_disputes', lineDisputeMachine],
  ['newsletter_subscribers', subscriberMachine],
  ['newsletters', newsletterMachine],
  ['orders', orderMachine],
  ['partner_applications', applicationMachine],
  ['payment_refunds', refundMachine],
  ['payments', paymentMachine],
  ['lead_imports', importMachine],
  ['payout_runs', payoutRunMachine],
  ['payouts', payoutMachine],
  ['products', productMachine],
  ['rentals', rentalMachine],
  ['rescue_sessions', rescueMachine],
  ['staff_approvals', approvalMachine],
  ['tickets', ticketMachine],
  ['tool_manifests', manifestMachine],
  ['tool_sessions', toolSessionMachine],
  ['trade_ins', tradeInMachine],
  ['tune_credit_codes', creditCodeMachine],
  ['tune_requests', tuneRequestMachine],
  ['value_transfers', valueTransferMachine],
  ['vehicle_transfers', handoverMachine],
  ['webhook_deliveries', webhookDeliveryMachine],
  // An import from the command line runs at once.
  ['vehicle_imports', importMachine, 'running'],
];

test.each(tables)(
  '%s accepts the states of its machine and begins with its initial state',
  async (table, machine, begins) => {
    const { rows } = await sql<{ rule: string; initial: string | null }>`
    select pg_get_constraintdef(c.oid) as rule, pg_get_expr(d.adbin, d.adrelid) as initial
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum] and a.attname = 'state'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.conrelid = ${table}::regclass and c.contype = 'c'`.execute(database.db);
    const states = rows.flatMap(({ rule }) => [...rule.matchAll(/'([a-z_]+)'::text/g)].map(([, state]) => state));
    expect(states.sort()).toEqual(statesOf(machine).sort());
    const initial = rows[0]?.initial;
    if (initial) expect(initial).toBe(`'${begins ?? machine.initial}'::text`);
  },
);

describe('a step', () => {
  const newDeal = async () => {
    const { id: dealer_id } = await database.db
      .insertInto('dealers')
      .values({ name: 'Example Garage', slug: `garage-${crypto.randomUUID()}`, currency: 'CAD' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await database.db
      .insertInto('dealer_credit_deals')
      .values({ dealer_id, kind: 'top_up', title: 'Top-up', currency: 'CAD', price_minor: 100n })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const move = (id: number, event: Parameters<typeof moveDeal>[2]) =>
    database.db.transaction().execute((db) => moveDeal({ db, now: new Date() }, id, event, system));
  const historyOf = (id: number) =>
    database.db
      .selectFrom('dealer_credit_deal_events')
      .select(['event', 'from_state', 'to_state'])
      .where('deal_id', '=', id)
      .orderBy('id')
      .execute();
  const auditOf = (id: number) =>
    database.db.selectFrom('audit_log').select('act').where('subject', '=', `credit-deal:${id}`).execute();

  test('changes the state and writes history and audit entry', async () => {
    const id = await newDeal();
    expect(await move(id, 'publish')).toMatchObject({ id, state: 'published' });
    expect(await historyOf(id)).toEqual([{ event: 'publish', from_state: 'draft', to_state: 'published' }]);
    expect(await auditOf(id)).toEqual([{ act: 'credit-deals.publish' }]);
  });

  test('that the machine does not have is refused and writes nothing', async () => {
    const id = await newDeal();
    await expect(move(id, 'win')).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(move(id + 1_000, 'publish')).rejects.toMatchObject({ code: 'not_found' });
    expect([await historyOf(id), await auditOf(id)]).toEqual([[], []]);
  });

  test('sent six times at once is taken once', async () => {
    const id = await newDeal();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => move(id, 'publish')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await historyOf(id)).toHaveLength(1);
  });
});
