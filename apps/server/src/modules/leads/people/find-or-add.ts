import { leadLimits } from '@tuneport/domain/leads/limits';
import { cutText } from '@tuneport/domain/text/cut-text';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { ownerRoles } from '../sql-parts.ts';

type Ref = number | string | null | undefined;

/** The organization with this id or name; a new name is added. Undefined stays undefined: the field was not sent. */
export const organizationRef = (db: Db, by: AuditActor, ref: Ref) => resolve(db, by, ref, 'organization');

export const contactRef = (db: Db, by: AuditActor, ref: Ref, organizationId: number | null) =>
  resolve(db, by, ref, 'contact', organizationId);

type RecordName = 'organization' | 'contact';

async function resolve(
  db: Db,
  by: AuditActor,
  ref: Ref,
  what: RecordName,
  organizationId: number | null = null,
): Promise<number | null | undefined> {
  if (ref === null || ref === undefined) return ref;
  const table = `lead_${what}s` as const;
  if (typeof ref === 'number') {
    const found = await db.selectFrom(table).select('id').where('id', '=', ref).executeTakeFirst();
    if (!found) throw fieldRefusal({ [what]: [`This ${what} no longer exists. Choose another.`] });
    return found.id;
  }
  const name = ref.trim();
  await lockName(db, what, name);
  let query = db.selectFrom(table).select('id').where(sql`lower(name)`, '=', name.toLowerCase()).orderBy('id');
  if (what === 'contact' && organizationId !== null)
    query = query.where((eb) =>
      eb.or([eb(sql.ref('organization_id'), 'is', null), eb(sql.ref('organization_id'), '=', organizationId)]),
    );
  const found = await query.executeTakeFirst();
  return found?.id ?? add(db, by, what, what === 'contact' ? { name, organization_id: organizationId } : { name });
}

/** The first contact with an e-mail address; a new address is added. */
export async function contactByEmail(
  db: Db,
  by: AuditActor,
  { name, email }: { name: string; email: string },
  organization_id: number | null,
): Promise<number> {
  const address = email.toLowerCase();
  await lockName(db, 'contact', address);
  const { rows } = await sql<{ id: number }>`
    select id from lead_contacts where emails && array[${address}, ${email}]::text[] order by id limit 1`.execute(db);
  const row = { name: cutText(name.trim(), leadLimits.name) || address, emails: [address], organization_id };
  return rows[0]?.id ?? add(db, by, 'contact', row);
}

/** Two requests that name the same new record add it once. */
const lockName = (db: Db, what: RecordName, name: string) =>
  sql`select pg_advisory_xact_lock(${sql.lit(pairedLockKeys.namesOfLeads)}, hashtext(lower(${`${what}:${name}`})))`.execute(
    db,
  );

type NewRow = { name: string; organization_id?: number | null; emails?: string[] };

async function add(db: Db, by: AuditActor, what: RecordName, row: NewRow): Promise<number> {
  const { id } = await db
    .insertInto(`lead_${what}s`)
    .values({ ...row, owner_id: by.userId } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, by, `lead-${what}s.create`, `lead-${what}:${id}`, { after: { name: row.name } });
  return id;
}

/** Staff who may own deals: everyone with an admin role who is not banned. */
export const listOwners = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', ownerRoles)
    .where('banned_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

export async function requireOwner(
  db: Db,
  id: number | null | undefined,
  what: 'deals' | 'contacts' | 'organizations' | 'activities',
): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await listOwners(db)).some((owner) => owner.id === id))
    throw fieldRefusal({ user: [`This person cannot own ${what}. Choose another.`] });
}
