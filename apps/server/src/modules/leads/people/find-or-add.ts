import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { ownerRoles } from '../sql-parts.ts';

type By = Pick<Actor, 'userId' | 'sessionId' | 'address'>;
type Ref = number | string | null | undefined;

/** The organization with this id or name; a new name is added. Undefined stays undefined: the field was not sent. */
export const organizationRef = (db: Db, by: By, ref: Ref, field = 'organization') =>
  resolve(db, by, ref, field, 'lead_organizations', 'organization');

export const contactRef = (db: Db, by: By, ref: Ref, organizationId: number | null, field = 'contact') =>
  resolve(db, by, ref, field, 'lead_contacts', 'contact', organizationId);

async function resolve(
  db: Db,
  by: By,
  ref: Ref,
  field: string,
  table: 'lead_organizations' | 'lead_contacts',
  what: string,
  organizationId: number | null = null,
): Promise<number | null | undefined> {
  if (ref === null || ref === undefined) return ref;
  if (typeof ref === 'number') {
    const found = await db.selectFrom(table).select('id').where('id', '=', ref).executeTakeFirst();
    if (!found) throw fieldRefusal({ [field]: [`This ${what} no longer exists. Choose another.`] });
    return found.id;
  }
  const name = ref.trim();
  // Two requests that name the same new record add it once.
  await sql`select pg_advisory_xact_lock(${sql.lit(pairedLockKeys.namesOfLeads)}, hashtext(lower(${`${what}:${name}`})))`.execute(
    db,
  );
  let query = db.selectFrom(table).select('id').where(sql`lower(name)`, '=', name.toLowerCase()).orderBy('id');
  if (table === 'lead_contacts' && organizationId !== null)
    query = query.where((eb) =>
      eb.or([eb(sql.ref('organization_id'), 'is', null), eb(sql.ref('organization_id'), '=', organizationId)]),
    );
  const found = await query.executeTakeFirst();
  if (found) return found.id;
  const columns = table === 'lead_contacts' ? { name, organization_id: organizationId } : { name };
  const { id } = await db
    .insertInto(table)
    .values({ ...columns, owner_id: by.userId } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, by, `lead-${what}s.create`, `lead-${what}:${id}`, { after: { name } });
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
  what: 'deals' | 'contacts' = 'deals',
): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await listOwners(db)).some((owner) => owner.id === id))
    throw fieldRefusal({ user: [`This person cannot own ${what}. Choose another.`] });
}
