import { isDeepStrictEqual } from 'node:util';
import type { DealChange, NewDeal } from '@tuneport/contract/leads/lead-deals';
import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { type Currency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { plainNumber } from '@tuneport/domain/text/plain-number';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { withConstraintMessages } from '../../../platform/db/writes/constraint-violations.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { changedCustom, shownCustom } from '../fields/custom-values.ts';
import { contactRef, organizationRef, requireOwner } from '../people/find-or-add.ts';
import { firstPipelineId } from '../pipelines.ts';
import { boardChanged } from './board.ts';
import { presentRecord } from './present-record.ts';
import {
  enterStage,
  firstStage,
  type LeadContext,
  lockDeal,
  missingFields,
  placeIn,
  type StoredDeal,
  stageById,
} from './step-deal.ts';

type New = z.output<typeof NewDeal> & { pipeline?: number | undefined };

export async function createDeal(
  { db, now }: LeadContext,
  by: AuditActor,
  input: New,
  currency: Currency,
  since: Date = now,
): Promise<number> {
  const stageId = input.stageId ?? (await firstStage(db, input.pipeline ?? (await firstPipelineId(db)))).id;
  const fields = await columnsOf(
    db,
    by,
    { ...input, user: input.user === undefined ? by.userId : input.user },
    currency,
    null,
  );
  // Locked after the fields, as by a move, and before it is checked: it could begin to close deals meanwhile.
  const stage = await stageById(db, stageId, 'lock');
  if (input.pipeline !== undefined && stage.pipeline_id !== input.pipeline)
    throw fieldRefusal({ stageId: ['This stage belongs to another pipeline.'] });
  if (stage.closes_as !== null) throw fieldRefusal({ stageId: ['A new deal starts in a stage that keeps it open.'] });
  const { custom: sent, ...named } = input;
  const custom = JSON.parse(fields.custom ?? '{}') as CustomValues;
  const missing = input.stageId === undefined ? {} : await missingFields(db, { ...noFields, ...fields, custom }, stage);
  if (stage.requires_activity && stage.id !== (await firstStage(db, stage.pipeline_id)).id)
    missing.stageId = [
      `${stage.name} requires a planned activity, which a new deal does not have. Choose another stage.`,
    ];
  if (Object.keys(missing).length > 0) throw fieldRefusal(missing);
  const { id } = await db
    .insertInto('lead_deals')
    .values({
      ...(fields as { title: string }),
      currency,
      pipeline_id: stage.pipeline_id,
      stage_id: stage.id,
      position: await placeIn(db, stage.id, 0, null),
      stage_entered_at: since,
      created_by: by.userId,
      created_at: since,
      updated_at: nextUpdatedAt(null, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lead_deal_events')
    .values({
      deal_id: id,
      at: since,
      event: 'create',
      to_state: 'open',
      actor_id: by.userId,
      pipeline_id: stage.pipeline_id,
      to_stage_id: stage.id,
      to_stage: stage.name,
    })
    .execute();
  await writeAudit(db, by, 'lead-deals.create', `lead-deal:${id}`, {
    after: { ...named, ...(await shownCustom(db, custom, Object.keys(sent ?? {}))) },
  });
  await boardChanged(db, [stage.pipeline_id], id);
  return id;
}

const noFields = {
  value_minor: 0n,
  organization_id: null,
  contact_id: null,
  owner_id: null,
  expected_close_date: null,
};

export async function updateDeal(
  context: LeadContext,
  by: AuditActor,
  id: number,
  change: z.output<typeof DealChange>,
): Promise<void> {
  const { db, now } = context;
  const before = await lockDeal(db, id);
  if (change.version !== undefined && change.version !== before.version)
    throw new Refusal('stale_record', { current: await presentRecord(db, id, now) });
  const { stageId, afterId, version: _, lostReason, participants, ...fields } = change;
  const columns = await columnsOf(db, by, fields, before.currency as Currency, before);
  const customIds = Object.keys(fields.custom ?? {});
  let deal: StoredDeal = before;
  if (Object.keys(columns).length > 0 || participants) {
    deal = await db
      .updateTable('lead_deals')
      .set({ ...columns, version: sql`version + 1`, updated_at: nextUpdatedAt(before.updated_at, now) } as never)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const people = participants && { participants: await participantNames(db, id) };
    if (participants) await setParticipants(db, id, participants);
    const was = {
      ...(await shownFields(db, before, Object.keys(fields))),
      ...(await shownCustom(db, before.custom as CustomValues, customIds)),
      ...people,
    };
    const is = {
      ...(await shownFields(db, deal, Object.keys(fields))),
      ...(await shownCustom(db, deal.custom as CustomValues, customIds)),
      ...(participants && { participants: await participantNames(db, id) }),
    };
    if (!isDeepStrictEqual(was, is))
      await writeAudit(db, by, 'lead-deals.update', `lead-deal:${id}`, { before: was, after: is });
  }
  const moves = stageId !== undefined && stageId !== deal.stage_id;
  if (moves)
    deal = await enterStage(context, by, deal, stageId, {
      ...(afterId === undefined ? {} : { afterId }),
      ...(lostReason === undefined ? {} : { reason: lostReason }),
    });
  else if (afterId !== undefined) await reorder(db, deal, afterId);
  if (lostReason !== undefined && !moves) await correctReason(db, by, deal, lostReason);
  await boardChanged(db, [before.pipeline_id, deal.pipeline_id], id);
}

/** Another place in the same stage: the days in the stage go on counting, and no history is written. */
async function reorder(db: Db, deal: StoredDeal, afterId: number | null): Promise<void> {
  if (deal.state !== 'open')
    throw new Refusal('invalid_transition', { allowed: eventsFrom(leadDealMachine, deal.state, 'staff') });
  const position = await placeIn(db, deal.stage_id, deal.id, afterId);
  await db.updateTable('lead_deals').set({ position, version: sql`version + 1` }).where('id', '=', deal.id).execute();
}

async function correctReason(db: Db, by: AuditActor, deal: StoredDeal, reason: string): Promise<void> {
  if (deal.state !== 'lost') throw fieldRefusal({ lostReason: ['Only a lost deal has a reason.'] });
  if (reason === '') throw fieldRefusal({ lostReason: ['Enter why the deal was lost.'] });
  await db.updateTable('lead_deals').set({ lost_reason: reason }).where('id', '=', deal.id).execute();
  await writeAudit(db, by, 'lead-deals.update', `lead-deal:${deal.id}`, {
    before: { lostReason: deal.lost_reason },
    after: { lostReason: reason },
  });
}

const participantMessages = {
  noun: 'a participant',
  constraints: { lead_deal_participants_contact_id_fkey: ['participants', 'A contact no longer exists.'] },
} as const;

async function setParticipants(db: Db, dealId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('lead_deal_participants').where('deal_id', '=', dealId).execute();
  const rows = [...new Set(ids)].map((contact_id) => ({ deal_id: dealId, contact_id }));
  if (rows.length > 0)
    await withConstraintMessages(participantMessages, () =>
      db.insertInto('lead_deal_participants').values(rows).execute(),
    );
}

async function participantNames(db: Db, dealId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_deal_participants as p')
    .innerJoin('lead_contacts as c', 'c.id', 'p.contact_id')
    .select('c.name')
    .where('p.deal_id', '=', dealId)
    .orderBy('c.name')
    .execute();
  return rows.map(({ name }) => name);
}

type Fields = Omit<z.output<typeof DealChange>, 'stageId' | 'afterId' | 'version' | 'lostReason' | 'participants'>;

/** The columns of the fields that were sent. */
async function columnsOf(db: Db, by: AuditActor, fields: Fields, currency: Currency, before: StoredDeal | null) {
  await requireOwner(db, fields.user, 'deals');
  const organization_id = await organizationRef(db, by, fields.organization);
  const contact_id = await contactRef(db, by, fields.contact, organization_id ?? before?.organization_id ?? null);
  const columns = {
    title: fields.title,
    value_minor: fields.value === undefined ? undefined : amountOf(fields.value, currency),
    organization_id,
    contact_id,
    owner_id: fields.user,
    probability: fields.probability,
    priority: fields.priority,
    expected_close_date: fields.expectedCloseDate,
    custom:
      fields.custom &&
      JSON.stringify(await changedCustom(db, 'deal', (before?.custom ?? {}) as CustomValues, fields.custom)),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    typeof columns
  >;
}

/** The sum of all deals stays within what the database can add. */
const valueMax = 1_000_000_000;

/** "1500", "1,500.00" or "1 500". */
function amountOf(text: string, currency: Currency): bigint {
  const plain = plainNumber(text);
  const amount = parseMoney(plain === '' ? '0' : plain, currency);
  if (!amount || amount.amountMinor < 0n) throw fieldRefusal({ value: ['Enter an amount such as 1500.00.'] });
  if (Number(plain) > valueMax) throw fieldRefusal({ value: ['Enter at most 1,000,000,000.'] });
  return amount.amountMinor;
}

/** The fields of a change as the audit log and the timeline show them: people and organizations by name. */
async function shownFields(db: Db, deal: StoredDeal, fields: readonly string[]) {
  const { rows } = await sql<Record<'organization' | 'contact' | 'user', string | null>>`
    select (select name from lead_organizations where id = ${deal.organization_id}::integer) as organization,
      (select name from lead_contacts where id = ${deal.contact_id}::integer) as contact,
      (select name from users where id = ${deal.owner_id}::integer) as "user"`.execute(db);
  const all: Readonly<Record<string, unknown>> = {
    title: deal.title,
    value: toDecimal(money(deal.value_minor, deal.currency as Currency)),
    ...rows[0],
    probability: deal.probability,
    priority: deal.priority,
    expectedCloseDate: deal.expected_close_date,
  };
  return Object.fromEntries(fields.filter((name) => name in all).map((name) => [name, all[name]]));
}
