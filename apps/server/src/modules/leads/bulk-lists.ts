import { ContactBulkChange, leadContactsNoun } from '@tuneport/contract/leads/lead-contacts';
import { DealBulkChange, leadDeals } from '@tuneport/contract/leads/lead-deals';
import { PageQuery } from '@tuneport/contract/shapes';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteRecord, updateRecord } from '../../platform/records/records.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type BulkList, namesIn } from '../operations/index.ts';
import { archiveDeal, deleteDeal, setDealLabels } from './deals/deal-flags.ts';
import { matchingDeals } from './deals/list-deals.ts';
import { type LeadContext, updateDeal } from './deals/save-deal.ts';
import { lockDeal, type StoredDeal } from './deals/step-deal.ts';
import { contacts, setContactLabels } from './people/contacts.ts';
import { requireOwner } from './people/find-or-add.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a bulk edit; one that sets nothing is refused. */
function parsed<S extends z.ZodObject>(shape: S, change: Fields): z.output<S> {
  const { success, data, error } = shape.safeParse(change);
  if (!success)
    throw fieldRefusal(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), [message]])));
  if (Object.keys(data).length === 0) throw fieldRefusal({ change: ['Choose a field to change.'] });
  return data;
}

type LabelChange = { addLabel?: number | undefined; removeLabel?: number | undefined };

/** The labels after the change, or null if they stay the same. */
async function nextLabels(
  db: Db,
  table: 'lead_deal_labels' | 'lead_contact_labels',
  id: number,
  { addLabel, removeLabel }: LabelChange,
): Promise<number[] | null> {
  if (addLabel === undefined && removeLabel === undefined) return null;
  const column = table === 'lead_deal_labels' ? 'deal_id' : 'contact_id';
  const { rows } = await sql<{ label_id: number }>`
    select label_id from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
  const before = rows.map(({ label_id }) => label_id);
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
  const { addLabel, removeLabel, archived, lostReason, ...fields } = parsed(DealBulkChange, wanted);
  const deal = await lockDeal(context.db, id);
  const now = valuesOf(deal);
  const change = Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== now[name]));
  const labels = await nextLabels(context.db, 'lead_deal_labels', id, { addLabel, removeLabel });
  const isMoved = archived !== undefined && archived !== (deal.archived_at !== null);
  if (Object.keys(change).length > 0)
    await updateDeal(context, actor, id, { ...change, ...('stageId' in change ? { lostReason } : {}) });
  if (labels) await setDealLabels(context, actor, id, labels);
  if (isMoved) await archiveDeal(context, actor, id, archived);
  return Object.keys(change).length > 0 || labels !== null || isMoved;
}

async function editContact({ db, now }: LeadContext, actor: Actor, id: number, wanted: Fields): Promise<boolean> {
  const { addLabel, removeLabel, ...fields } = parsed(ContactBulkChange, wanted);
  await requireOwner(db, fields.user, 'contacts');
  const { changed } = await updateRecord(db, actor, contacts.kind, id, fields, null, now);
  const labels = await nextLabels(db, 'lead_contact_labels', id, { addLabel, removeLabel });
  if (labels) await setContactLabels(db, id, labels);
  return changed || labels !== null;
}

const search = PageQuery.pick({ search: true }).shape;
const { page, sort, per_page, after, before, sums, ...dealQuery } =
  leadDeals['GET /v1/admin/lead-engine/deals'].query.shape;

export const leadBulkLists = {
  'lead-deals': {
    access: 'leads',
    query: z.strictObject(dealQuery),
    matching: matchingDeals,
    checkChange: (change) => {
      parsed(DealBulkChange, change);
    },
    actions: {
      edit: (db, actor, id, change, now) => editDeal({ db, now }, actor, id, change),
      delete: async (db, actor, id, _change, now) => {
        await deleteDeal({ db, now }, actor, id);
        return true;
      },
    },
    names: namesIn('lead_deals', 'title'),
  },
  'lead-contacts': {
    access: 'leads',
    query: z.strictObject({ ...search, ...leadContactsNoun.filters }),
    matching: contacts.matching,
    checkChange: (change) => {
      parsed(ContactBulkChange, change);
    },
    actions: {
      edit: (db, actor, id, change, now) => editContact({ db, now }, actor, id, change),
      delete: async (db, actor, id, _change, now) => {
        await deleteRecord(db, actor, contacts.kind, id, now);
        return true;
      },
    },
    names: namesIn('lead_contacts', 'name'),
  },
} satisfies Readonly<Record<string, BulkList>>;
