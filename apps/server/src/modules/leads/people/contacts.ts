import { isDeepStrictEqual } from 'node:util';
import { leadContactsNoun, leadOrganizationsNoun } from '@tuneport/contract/leads/lead-contacts';
import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import { dealRestoreDays } from '@tuneport/domain/leads/deal-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { countOf } from '../../../platform/db/lists/count-of.ts';
import type { Context } from '../../../platform/http/context.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { createRecord, updateRecord } from '../../../platform/records/records.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { cardNamesChanged } from '../deals/board.ts';
import { customConditions } from '../fields/custom-filters.ts';
import { customSort } from '../fields/custom-sort.ts';
import { type CustomInput, changedCustom } from '../fields/custom-values.ts';
import { labelsJson, labelsOf, setLabels } from '../record-labels.ts';
import { named, openDeal } from '../sql-parts.ts';
import { organizationRef, requireOwner } from './find-or-add.ts';
import { isSameOrganization } from './merge-organizations.ts';

const openDeals = (column: string) =>
  sql`(select count(*)::int from lead_deals d where ${sql.ref(column)} = r.id
    and ${openDeal}) as "openDeals"`;

export const contacts = defineRecords(leadContactsNoun, {
  table: 'lead_contacts',
  subject: 'lead-contact',
  acts: 'lead-contacts',
  select: sql`r.id, r.name, r.emails, r.phones, r.consent, r.consent_at as "consentAt", r.created_at, r.updated_at, r.custom,
    ${named('o')} as organization, ${named('u')} as "user", ${openDeals('d.contact_id')},
    ${labelsJson('contact', 'r.id')} as labels`,
  join: sql`left join lead_organizations o on o.id = r.organization_id left join users u on u.id = r.owner_id`,
  search: ['r.name', 'o.name', 'r.search_text'],
  filters: {
    label: (id) => sql`exists (select from lead_contact_labels l where l.contact_id = r.id and l.label_id = ${id})`,
    organization: (id) => sql`r.organization_id = ${id}`,
    owner: (id) => sql`r.owner_id = ${id}`,
    custom: (text) => sql<boolean>`${sql.join([sql`true`, ...customConditions('contact', text)], sql` and `)}`,
    // Separate conditions, so that each uses its index.
    duplicates: () => sql`(exists (select from lead_contacts x where x.id <> r.id and lower(x.name) = lower(r.name))
      or (r.emails <> '{}' and exists (select from lead_contacts x where x.id <> r.id and x.emails && r.emails))
      or (r.phone_keys <> '{}' and exists (select from lead_contacts x where x.id <> r.id and x.phone_keys && r.phone_keys)))`,
  },
  sort: { name: 'lower(r.name)', created_at: 'r.created_at' },
  moreSort: (wanted) => customSort('r.custom', wanted),
  order: 'lower(r.name)',
  constraints: { lead_contacts_organization_id_fkey: ['organization', 'This organization no longer exists.'] },
  detail: async (db, contact) =>
    ({
      ...contact,
      consentAt: (contact as { consentAt?: Date | null }).consentAt ?? null,
      deals: await dealLines(
        db,
        sql`d.contact_id = ${contact.id} or exists (
      select from lead_deal_participants p where p.deal_id = d.id and p.contact_id = ${contact.id})`,
      ),
    }) as never,
  toRow: ({ organization, user, labels: _labels, consent, custom, ...rest }, { now }) => ({
    ...rest,
    organization_id: organization,
    owner_id: user,
    consent,
    custom: custom && JSON.stringify(custom),
    ...(consent === undefined ? {} : { consent_at: consent === 'unknown' ? null : now }),
  }),
  initial: (_db, input, { actor }) => (input.user === undefined ? { owner_id: actor.userId } : {}),
  uses: async (db, id) => [await dealsOf(db, 'contact_id', id, 'contact')],
});

/** The deals of a contact or organization. A deleted one can be restored with its people, so these stay as long. */
async function dealsOf(db: Db, column: 'contact_id' | 'organization_id', id: number, what: string) {
  const { rows } = await sql<{ count: number; deleted: number }>`
    select count(*) filter (where deleted_at is null)::int as count,
      count(*) filter (where deleted_at is not null)::int as deleted
    from lead_deals where ${sql.ref(column)} = ${id}`.execute(db);
  const { count = 0, deleted = 0 } = rows[0] ?? {};
  if (count === 0 && deleted > 0)
    throw new Refusal('conflict', {
      message: `A deleted deal has this ${what}. Delete the ${what} when the deal can no longer be restored, ${dealRestoreDays} days after it was deleted.`,
    });
  return { count, one: 'deal', many: 'deals' };
}

type Change = {
  organization?: number | string | null | undefined;
  user?: number | null | undefined;
  labels?: readonly number[] | undefined;
  custom?: CustomInput | undefined;
};

/** An organization can be sent by its name, which is found or added first. Custom values are added to those stored. */
export async function prepareContact<C extends Change>(db: Db, by: Actor, change: C, id: number | null): Promise<C> {
  await requireOwner(db, change.user, 'contacts');
  const organization = await organizationRef(db, by, change.organization);
  return {
    ...change,
    ...(organization === undefined ? {} : { organization }),
    ...(change.custom
      ? { custom: await changedCustom(db, 'contact', id === null ? {} : await lockedCustom(db, id), change.custom) }
      : {}),
  };
}

/** Locked, so that two people who fill in different fields do not overwrite each other. */
async function lockedCustom(db: Db, id: number): Promise<CustomValues> {
  const found = await db
    .selectFrom('lead_contacts')
    .select('custom')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (found?.custom ?? {}) as CustomValues;
}

export async function createContact(context: Context & { body: Change & { name: string } }) {
  const { db, actor, now } = context;
  const contact = await createRecord(
    db,
    actor,
    contacts.kind,
    (await prepareContact(db, actor, context.body, null)) as never,
    now,
  );
  if (!context.body.labels) return contact;
  await setContactLabels(db, actor, contact.id, context.body.labels);
  return contactRecord(db, contact.id, now);
}

export async function updateContact(context: Context & { params: { id: number }; body: Change }) {
  const { db, actor, now, params } = context;
  const change = (await prepareContact(db, actor, context.body, params.id)) as never;
  const { before, record } = await updateRecord(db, actor, contacts.kind, params.id, change, null, now);
  const { labels } = context.body;
  if (labels) await setContactLabels(db, actor, params.id, labels);
  // Boards after labels, as when a label is deleted.
  if (before.name !== record.name) await cardNamesChanged(db, sql`d.contact_id = ${params.id}`);
  return labels ? contactRecord(db, params.id, now) : record;
}

/** Labels are rows of their own, which the audit entry of the contact does not compare. */
export async function setContactLabels(db: Db, by: Actor, id: number, labels: readonly number[]): Promise<void> {
  const names = async () => (await labelsOf(db, 'contact', id)).map(({ name }) => name);
  const before = await names();
  await setLabels(db, 'contact', id, labels);
  const after = await names();
  if (!isDeepStrictEqual(before, after))
    await writeAudit(db, by, 'lead-contacts.update', `lead-contact:${id}`, {
      before: { labels: before },
      after: { labels: after },
    });
}

export const contactRecord = async (db: Db, id: number, now: Date) => {
  const found = await contacts.kind.find(db, id, now);
  if (!found) throw new Error(`contact ${id} vanished within its transaction`);
  return found;
};

export const organizations = defineRecords(leadOrganizationsNoun, {
  table: 'lead_organizations',
  subject: 'lead-organization',
  acts: 'lead-organizations',
  select: sql`r.id, r.name, r.website, r.phone, r.address, r.created_at, r.updated_at, ${named('u')} as "user",
    (select count(*)::int from lead_contacts c where c.organization_id = r.id) as contacts,
    ${openDeals('d.organization_id')}`,
  join: sql`left join users u on u.id = r.owner_id`,
  search: ['r.name', 'r.website', 'r.phone'],
  filters: {
    owner: (id) => sql`r.owner_id = ${id}`,
    duplicates: () => sql`exists (select from lead_organizations x where x.id <> r.id and ${isSameOrganization})`,
  },
  sort: { name: 'lower(r.name)', created_at: 'r.created_at' },
  order: 'lower(r.name)',
  check: async (db, { user }) => {
    await requireOwner(db, user, 'organizations');
    return {};
  },
  detail: async (db, organization) => ({
    ...organization,
    people: await db
      .selectFrom('lead_contacts')
      .select(['id', 'name'])
      .where('organization_id', '=', organization.id)
      .orderBy('name')
      .limit(200)
      .execute(),
    deals: await dealLines(db, sql`d.organization_id = ${organization.id}`),
  }),
  toRow: ({ user, ...rest }) => ({ ...rest, owner_id: user }),
  initial: (_db, input, { actor }) => (input.user === undefined ? { owner_id: actor.userId } : {}),
  uses: async (db, id) => [
    await dealsOf(db, 'organization_id', id, 'organization'),
    { count: await countOf(db, 'lead_contacts', 'organization_id', id), one: 'contact', many: 'contacts' },
  ],
  saved: async ({ db }, { id, name }, before) => {
    if (before && before.name !== name) await cardNamesChanged(db, sql`d.organization_id = ${id}`);
  },
});

async function dealLines(db: Db, where: RawBuilder<unknown>) {
  const { rows } = await sql<{
    id: number;
    title: string;
    status: string;
    stage: string;
    value_minor: bigint;
    currency: Currency;
  }>`
    select d.id, d.title, d.state as status, s.name as stage, d.value_minor, d.currency
    from lead_deals d join lead_stages s on s.id = d.stage_id
    where d.deleted_at is null and (${where}) order by d.id desc limit 200`.execute(db);
  return rows.map(({ value_minor, currency, ...deal }) => ({ ...deal, value: toWire(money(value_minor, currency)) }));
}
