import { isDeepStrictEqual } from 'node:util';
import { ContactBulkChange, leadContactsNoun } from '@tuneport/contract/leads/lead-contacts';
import { DealBulkChange, leadDeals } from '@tuneport/contract/leads/lead-deals';
import { PageQuery } from '@tuneport/contract/shapes';
import type { CustomFieldRecord, CustomValues } from '@tuneport/domain/leads/custom-fields';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteRecord, updateRecord } from '../../platform/records/records.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type BulkList, namesIn } from '../operations/index.ts';
import { archiveDeal, deleteDeal, setDealLabels } from './deals/deal-flags.ts';
import { matchingDeals } from './deals/list-deals.ts';
import { updateDeal } from './deals/save-deal.ts';
import { type LeadContext, lockDeal, type StoredDeal } from './deals/step-deal.ts';
import { changedCustom, lockFields, shownCustom } from './fields/custom-values.ts';
import { contacts, prepareContact, setContactLabels } from './people/contacts.ts';
import { labelsOf } from './record-labels.ts';
import { shownFields } from './shown-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a bulk edit; one that sets nothing is refused. */
function parsed<S extends z.ZodObject>(shape: S, change: Fields): z.output<S> {
  const { success, data, error } = shape.safeParse(change);
  if (!success)
    throw fieldRefusal(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), [message]])));
  const { custom, ...others } = data as Fields & { custom?: object };
  if (Object.keys({ ...others, ...custom }).length === 0) throw fieldRefusal({ change: ['Choose a field to change.'] });
  return data;
}

type LabelChange = { addLabel?: number | undefined; removeLabel?: number | undefined };
type DealChanges = LabelChange & { stageId?: number | null; custom?: CustomValues };

/** The labels after the change, or null if they stay the same. */
async function nextLabels(
  db: Db,
  record: CustomFieldRecord,
  id: number,
  { addLabel, removeLabel }: LabelChange,
): Promise<number[] | null> {
  if (addLabel === undefined && removeLabel === undefined) return null;
  const before = (await labelsOf(db, record, id)).map((label) => label.id);
  const after = before.filter((label) => label !== removeLabel);
  if (addLabel !== undefined && !after.includes(addLabel)) after.push(addLabel);
  return after.length === before.length && after.every((label) => before.includes(label)) ? null : after;
}

/** The current values of a deal, by the field names of `DealBulkChange`. */
const valuesOf = (deal: StoredDeal): Fields => ({
  user: deal.owner_id,
  stageId: deal.stage_id,
  priority: deal.priority,
  probability: deal.probability,
  expectedCloseDate: deal.expected_close_date,
});

async function editDeal(context: LeadContext, actor: Actor, id: number, wanted: Fields): Promise<boolean> {
  const { addLabel, removeLabel, archived, lostReason, custom, ...fields } = parsed(DealBulkChange, wanted);
  const deal = await lockDeal(context.db, id);
  const now = valuesOf(deal);
  const values = deal.custom as CustomValues;
  const isFilled = custom && !isDeepStrictEqual(await changedCustom(context.db, 'deal', values, custom), values);
  const change = {
    ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== now[name])),
    ...(isFilled ? { custom } : {}),
  };
  const labels = await nextLabels(context.db, 'deal', id, { addLabel, removeLabel });
  const isMoved = archived !== undefined && archived !== (deal.archived_at !== null);
  if (Object.keys(change).length > 0)
    await updateDeal(context, actor, id, { ...change, ...('stageId' in change ? { lostReason } : {}) });
  if (labels) await setDealLabels(context, actor, id, labels);
  if (isMoved) await archiveDeal(context, actor, id, archived);
  return Object.keys(change).length > 0 || labels !== null || isMoved;
}

/**
 * In the order of a moved card and of a deleted label: deal, field, label, stage, pipeline. A batch that locked the
 * pipeline for its first deal and then waited for a second one that someone is moving would deadlock with them.
 */
async function lockDeals(db: Db, ids: readonly number[], change: Fields): Promise<void> {
  const { stageId = null, custom = {}, addLabel, removeLabel } = change as DealChanges;
  await sql`select id from lead_deals where id = any(${[...ids]}::integer[]) order by id for update`.execute(db);
  await lockFields(db, Object.keys(custom));
  if (addLabel !== undefined || removeLabel !== undefined)
    await sql`select id from lead_labels where id = ${addLabel ?? null}::integer
      or id in (select label_id from lead_deal_labels where deal_id = any(${[...ids]}::integer[]))
      order by id for key share`.execute(db);
  await sql`select id from lead_stages where id = ${stageId}::integer for no key update`.execute(db);
  await sql`select id from lead_pipelines where id in (
      select pipeline_id from lead_deals where id = any(${[...ids]}::integer[])
      union select pipeline_id from lead_stages where id = ${stageId}::integer)
    order by id for no key update`.execute(db);
}

async function editContact({ db, now }: LeadContext, actor: Actor, id: number, wanted: Fields): Promise<boolean> {
  const { addLabel, removeLabel, ...fields } = parsed(ContactBulkChange, wanted);
  const change = await prepareContact(db, actor, fields, id);
  const { changed } = await updateRecord(db, actor, contacts.kind, id, change as never, null, now);
  const labels = await nextLabels(db, 'contact', id, { addLabel, removeLabel });
  if (labels) await setContactLabels(db, actor, id, labels);
  return changed || labels !== null;
}

/** A change with labels of its fields and names instead of ids. */
async function shownChange(db: Db, { custom, ...change }: Fields): Promise<Fields> {
  const values = (custom ?? {}) as CustomValues;
  return { ...(await shownFields(db, change)), ...(await shownCustom(db, values, Object.keys(values))) };
}

const search = PageQuery.pick({ search: true }).shape;
const { page, sort, per_page, after, before, sums, ...dealQuery } =
  leadDeals['GET /v1/admin/lead-engine/deals'].query.shape;

export const leadBulkLists = {
  'lead-deals': {
    access: 'leads',
    query: z.strictObject(dealQuery),
    matching: matchingDeals,
    lockBatch: lockDeals,
    checkChange: async (db, change) => {
      await changedCustom(db, 'deal', {}, parsed(DealBulkChange, change).custom ?? {});
    },
    actions: {
      edit: (db, actor, id, change, now) => editDeal({ db, now }, actor, id, change),
      delete: async (db, actor, id, _change, now) => {
        await deleteDeal({ db, now }, actor, id);
        return true;
      },
    },
    shownChange,
    shownQuery: shownFields,
    names: namesIn('lead_deals', 'title'),
  },
  'lead-contacts': {
    access: 'leads',
    query: z.strictObject({ ...search, ...leadContactsNoun.filters }),
    matching: contacts.matching,
    checkChange: async (db, change) => {
      await changedCustom(db, 'contact', {}, parsed(ContactBulkChange, change).custom ?? {});
    },
    actions: {
      edit: (db, actor, id, change, now) => editContact({ db, now }, actor, id, change),
      delete: async (db, actor, id, _change, now) => {
        await deleteRecord(db, actor, contacts.kind, id, now);
        return true;
      },
    },
    shownChange,
    shownQuery: shownFields,
    names: namesIn('lead_contacts', 'name'),
  },
} satisfies Readonly<Record<string, BulkList>>;
