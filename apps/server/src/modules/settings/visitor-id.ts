import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ClientInfo } from '../../platform/http/context.ts';
import { addressGroup } from '../../platform/rate-limit.ts';

// Visits are counted without a cookie and without storing addresses: a browser has the same id for one day, and after
// two days the salt is deleted, so ids cannot be linked to anyone.

type Salts = { day: string; today: Buffer; yesterday: Buffer | null };

const saltsByDb = new WeakMap<Db, Salts>();

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

async function saltsOf(pool: Db, now: Date): Promise<Salts> {
  const day = dayOf(now);
  const known = saltsByDb.get(pool);
  if (known?.day === day) return known;
  const { rows } = await sql<{ day: string; salt: Buffer }>`
    with made as (
      insert into visitor_salts (day, salt) values (${day}::date, ${randomBytes(32)})
      on conflict (day) do update set salt = visitor_salts.salt returning day, salt
    ), forgotten as (
      delete from visitor_salts where day < ${day}::date - 1
    )
    select day, salt from made
    union all select day, salt from visitor_salts where day = ${day}::date - 1`.execute(pool);
  const today = rows.find((row) => row.day === day);
  if (!today) throw new Error('the salt of the day could not be made');
  const salts = { day, today: today.salt, yesterday: rows.find((row) => row.day !== day)?.salt ?? null };
  saltsByDb.set(pool, salts);
  return salts;
}

export type VisitorIds = {
  /** Today's id, used for recording. */
  readonly id: Buffer;
  /** Today's and yesterday's ids, used for lookups. */
  readonly all: readonly Buffer[];
};

export async function visitorIds(
  pool: Db,
  clientInfo: Pick<ClientInfo, 'address' | 'userAgent'>,
  now: Date,
): Promise<VisitorIds> {
  const { today, yesterday } = await saltsOf(pool, now);
  const idBy = (salt: Buffer) =>
    createHash('sha256')
      .update(salt)
      .update(`${addressGroup(clientInfo.address)}\n${clientInfo.userAgent}`)
      .digest();
  const id = idBy(today);
  return { id, all: yesterday ? [id, idBy(yesterday)] : [id] };
}
