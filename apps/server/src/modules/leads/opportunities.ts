import { leadOpportunitiesNoun } from '@tuneport/contract/leads/lead-opportunities';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { opportunityMachine } from '@tuneport/domain/leads/opportunity-states';
import { cutText } from '@tuneport/domain/text/cut-text';
import { type Selectable, sql } from 'kysely';
import type { Actor, AuditActor } from '../../platform/actor.ts';
import type { LeadOpportunities } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Context } from '../../platform/http/context.ts';
import { defineRecords } from '../../platform/records/define-records.ts';
import { createRecord, updateRecord } from '../../platform/records/records.ts';
import { system } from '../audit/index.ts';
import { defineStep, historyRow } from '../states/index.ts';
import { createDeal } from './deals/save-deal.ts';
import { leadCurrency } from './lead-currency.ts';
import { contactByEmail, contactRef, organizationRef } from './people/find-or-add.ts';
import { named } from './sql-parts.ts';

export const opportunities = defineRecords(leadOpportunitiesNoun, {
  table: 'lead_opportunities',
  subject: 'lead-opportunity',
  acts: 'lead-opportunities',
  select: sql`r.id, r.title, r.source, r.reason, r.state, r.deal_id as "dealId", r.created_at, r.updated_at,
    ${named('c')} as contact, ${named('o')} as organization`,
  join: sql`left join lead_contacts c on c.id = r.contact_id left join lead_organizations o on o.id = r.organization_id`,
  search: ['r.title', 'r.reason', 'c.name', 'o.name'],
  filters: {
    state: (state) => (state === 'unconverted' ? sql`r.state <> 'converted'` : sql`r.state = ${state}`),
    source: (source) => sql`r.source = ${source}`,
  },
  sort: { created_at: 'r.created_at', title: 'lower(r.title)' },
  order: 'r.id desc',
  toRow: ({ contact, organization, ...rest }) => ({ ...rest, contact_id: contact, organization_id: organization }),
  initial: (_db, input) => (input.source === undefined ? { source: 'manual' } : {}),
});

type Refs = { contact?: number | string | null | undefined; organization?: number | string | null | undefined };
async function prepared<C extends Refs>(db: Db, actor: Actor, change: C): Promise<C> {
  const organization = await organizationRef(db, actor, change.organization);
  const contact = await contactRef(db, actor, change.contact, organization ?? null);
  return {
    ...change,
    ...(organization === undefined ? {} : { organization }),
    ...(contact === undefined ? {} : { contact }),
  };
}

export const createOpportunity = async ({ db, actor, now, body }: Context & { body: Refs & { title: string } }) =>
  createRecord(db, actor, opportunities.kind, (await prepared(db, actor, body)) as never, now);

export async function updateOpportunity({
  db,
  actor,
  now,
  params,
  body,
}: Context & { params: { id: number }; body: Refs }) {
  const change = (await prepared(db, actor, body)) as never;
  return (await updateRecord(db, actor, opportunities.kind, params.id, change, null, now)).record;
}

type Row = Selectable<LeadOpportunities>;
const lockOpportunity = (db: Db, id: number): Promise<Row | undefined> =>
  db.selectFrom('lead_opportunities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const stepOpportunity = defineStep<Row, AuditActor>()({
  machine: opportunityMachine,
  table: 'lead_opportunities',
  lock: lockOpportunity,
  history: {
    table: 'lead_opportunity_events',
    values: (taken) => ({ opportunity_id: taken.row.id, ...historyRow(taken) }),
  },
  audit: ({ row, step }) => ({
    act: `lead-opportunities.${step.event}`,
    subject: `lead-opportunity:${row.id}`,
    detail: { before: { state: row.state }, after: { state: step.to } },
  }),
});

/** Under the opportunity's lock, so that it becomes one deal only. */
export async function convertOpportunity(
  context: Context,
  id: number,
  { pipeline, stage }: { pipeline?: number | undefined; stage?: number | undefined },
): Promise<{ id: number; title: string }> {
  const { db, actor } = context;
  let made = 0;
  const { title } = await stepOpportunity(context, id, 'convert', actor, {
    set: async (row) => {
      const input = {
        title: row.title,
        contact: row.contact_id,
        organization: row.organization_id,
        ...(pipeline === undefined ? {} : { pipeline }),
        ...(stage === undefined ? {} : { stageId: stage }),
      };
      made = await createDeal(context, actor, input, await leadCurrency(context));
      if (row.reason !== '')
        await db
          .insertInto('lead_notes')
          .values({ deal_id: made, text: row.reason, written_by: actor.userId })
          .execute();
      if (row.application_id !== null || row.dealer_id !== null)
        await db
          .updateTable('lead_deals')
          .set({
            application_id: row.application_id,
            dealer_id: row.dealer_id,
            dealer_is_known: row.dealer_id !== null,
          })
          .where('id', '=', made)
          .execute();
      return { deal_id: made };
    },
  });
  return { id: made, title };
}

export type NewOpportunity = {
  /** What it was found from. An opportunity with a known cause is not added again. */
  cause: string;
  source: string;
  title: string;
  reason: string;
  /** The contact, found by the address or else added. */
  person?: { name: string; email: string };
  /** Found by its name, else added. */
  organization?: string;
  /** The application or the dealer that it is about. */
  applicationId?: number;
  dealerId?: number;
};

/** Adds opportunities whose cause is new, also after one was deleted. Returns how many are new. */
export async function addOpportunities(db: Db, found: readonly NewOpportunity[]): Promise<number> {
  if (!db.isTransaction) return db.transaction().execute((tx) => addOpportunities(tx, found));
  if (found.length === 0) return 0;
  // In one order, so that two runs at the same time do not wait for each other.
  const causes = [...new Set(found.map(({ cause }) => cause))].sort();
  const { rows } = await sql<{ cause: string }>`
    insert into lead_causes (cause) select unnest(${causes}::text[]) on conflict do nothing returning cause`.execute(
    db,
  );
  const fresh = new Set(rows.map(({ cause }) => cause));
  for (const one of found) {
    if (!fresh.delete(one.cause)) continue;
    const name = cutText(one.organization?.trim() ?? '', leadLimits.name);
    const organization_id = (await organizationRef(db, system, name || null)) ?? null;
    await db
      .insertInto('lead_opportunities')
      .values({
        cause: one.cause,
        source: one.source,
        title: cutText(one.title, leadLimits.title),
        reason: cutText(one.reason, leadLimits.reason),
        contact_id: one.person ? await contactByEmail(db, system, one.person, organization_id) : null,
        organization_id,
        application_id: one.applicationId ?? null,
        dealer_id: one.dealerId ?? null,
      })
      .onConflict((conflict) => conflict.column('cause').doNothing())
      .execute();
  }
  return rows.length;
}
