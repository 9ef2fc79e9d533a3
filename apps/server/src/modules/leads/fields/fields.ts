import { leadFieldsNoun } from '@tuneport/contract/leads/lead-fields';
import {
  type CustomFieldRecord,
  customFieldName,
  customFieldsMax,
  isBuiltInField,
} from '@tuneport/domain/leads/custom-fields';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import type { Problems } from '../../../platform/records/record-kind.ts';
import { deleteRecord } from '../../../platform/records/records.ts';

type Input = {
  name?: string;
  record?: CustomFieldRecord;
  kind?: string;
  currency?: string | null;
  options?: string[];
  archived?: boolean;
};
type Known = { id: number; record: CustomFieldRecord; kind: string; archived: boolean } | null;

export const fields = defineRecords(leadFieldsNoun, {
  table: 'lead_fields',
  subject: 'lead-field',
  acts: 'lead-fields',
  select: sql`r.*`,
  search: ['r.name'],
  filters: {
    record: (record) => sql`r.record = ${record}`,
    archived: (archived) => sql`r.archived = ${archived === 'true'}`,
  },
  sort: { name: 'lower(r.name)', position: 'r.position' },
  order: 'r.record desc, r.position, lower(r.name)',
  constraints: { lead_fields_name: ['name', 'Another field of these records has this name.'] },
  check: (db, change, before) => problemsOf(db, change as Input, before as Known),
  initial: async (db, input) =>
    input.position === undefined ? { position: await lastPosition(db, input.record) } : {},
  uses: async (db, id) => {
    const { rows } = await sql<{ deals: number; contacts: number }>`
      select (select count(*)::int from lead_deals where custom ? ${String(id)}) as deals,
        (select count(*)::int from lead_contacts where custom ? ${String(id)}) as contacts`.execute(db);
    return [
      { count: rows[0]?.deals ?? 0, one: 'deal', many: 'deals' },
      { count: rows[0]?.contacts ?? 0, one: 'contact', many: 'contacts' },
    ];
  },
  inUse: 'Archive the field instead.',
  saved: async ({ db }, record, before) => {
    if (before && before.name !== record.name) await renameInTemplates(db, record.record, before.name, record.name);
  },
});

async function lastPosition(db: Db, record: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select least(coalesce(max(position), 0) + 1, 1000) as last from lead_fields where record = ${record}`.execute(db);
  return rows[0]?.last ?? 1;
}

async function problemsOf(db: Db, change: Input, before: Known): Promise<Problems> {
  const kind = before?.kind ?? change.kind;
  const record = before?.record ?? change.record ?? 'deal';
  const isNew = before === null;
  const problems: Record<string, string[]> = {};
  if (change.name !== undefined && isBuiltInField(record, change.name))
    problems.name = [`Every ${record} already has a field with this name. Choose another.`];
  if (kind === 'choice' && (isNew || change.options) && (change.options?.length ?? 0) === 0)
    problems.options = ['Enter at least one option.'];
  if (kind !== 'choice' && (change.options?.length ?? 0) > 0) problems.options = ['Only a choice has options.'];
  if (isNew && (kind === 'money') !== (change.currency !== null))
    problems.currency = [kind === 'money' ? 'Choose a currency.' : 'Only a money field has a currency.'];
  if (change.archived === true || (before && (change.archived === undefined || !before.archived))) return problems;
  // Two requests that add the last free field are counted one after the other.
  await sql`select pg_advisory_xact_lock(${sql.lit(pairedLockKeys.fieldsOfLeads)}, hashtext(${record}))`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead_fields where record = ${record} and not archived`.execute(db);
  if ((rows[0]?.count ?? 0) >= customFieldsMax)
    problems[isNew ? 'name' : 'archived'] = [
      `These records already have ${customFieldsMax} fields. Archive one that is no longer used.`,
    ];
  return problems;
}

/** Templates name a field by its name. */
function renameInTemplates(db: Db, record: string, from: string, to: string) {
  // Spaces inside the braces are allowed.
  const used = `\\{\\{\\s*${record}\\.${from.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}\\s*\\}\\}`;
  const renamed = `{{${record}.${to}}}`.replaceAll('\\', '\\\\');
  return sql`update lead_mail_templates set updated_at = now(),
      subject = regexp_replace(subject, ${used}, ${renamed}, 'g'), text = regexp_replace(text, ${used}, ${renamed}, 'g')
    where subject ~ ${used} or text ~ ${used}`.execute(db);
}

/** A field that no record has a value of; stages that require it no longer do. */
export async function deleteField(db: Db, actor: Actor, id: number, now: Date): Promise<void> {
  await deleteRecord(db, actor, fields.kind, id, now);
  await sql`update lead_stages set required_fields = array_remove(required_fields, ${customFieldName(id)})
    where ${customFieldName(id)} = any(required_fields)`.execute(db);
}
