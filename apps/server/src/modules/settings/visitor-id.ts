import { createHash, randomBytes } from 'node:crypto';
import { consentFromCookies } from '@tuneport/domain/site/consent';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { CopyTarget } from '../../platform/db/writes/copy-buffer.ts';
import type { ClientInfo } from '../../platform/http/context.ts';
import { visitorCookieName } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressGroup } from '../../platform/rate-limit.ts';

// Visits are counted without a cookie and without storing addresses: a browser has the same id for one day, and after
// two days the salt is deleted, so ids cannot be linked to anyone. Visitors who agreed to analytics cookies have an id in
// a cookie of ours instead.

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

type VisitorIds = {
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
  const id = idBy(today, clientInfo);
  return { id, all: yesterday ? [id, idBy(yesterday, clientInfo)] : [id] };
}

const idBy = (salt: Buffer, { address, userAgent }: Pick<ClientInfo, 'address' | 'userAgent'>): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(`${addressGroup(address)}\n${userAgent}`)
    .digest();

type Cookies = ClientInfo['cookies'];

export const agreedToStatistics = (cookies: Cookies): boolean => consentFromCookies(cookies).visitStatistics;

/** Null without agreement, or before the first cookie. */
function cookieVisitor(cookies: Cookies): Buffer | null {
  const value = cookies[visitorCookieName];
  if (value === undefined || !/^[0-9a-f]{32}$/.test(value) || !agreedToStatistics(cookies)) return null;
  return createHash('sha256').update('visitor ').update(value).digest();
}

/** The id that page views, events and sales of one browser have in common. */
export async function trafficVisitor(
  pool: Db,
  clientInfo: Pick<ClientInfo, 'address' | 'userAgent' | 'cookies'>,
  now: Date,
): Promise<{ visitor: Buffer; isKnown: boolean }> {
  const known = cookieVisitor(clientInfo.cookies);
  if (known) return { visitor: known, isKnown: true };
  return { visitor: idBy((await saltsOf(pool, now)).today, clientInfo), isKnown: false };
}

const placedSales: CopyTarget = { table: 'placed_sales', columns: ['subject', 'at', 'visitor', 'is_known'] };

/** Notes the browser that placed an order or purchase, for the report on where buyers came from. Costs no statement. */
export async function noteSaleVisitor(
  { db, buffer, log }: Platform,
  subject: `${'order' | 'purchase'}:${number}`,
  clientInfo: Pick<ClientInfo, 'address' | 'userAgent' | 'cookies'>,
  now: Date,
): Promise<void> {
  try {
    const { visitor, isKnown } = await trafficVisitor(db, clientInfo, now);
    buffer.push(placedSales, [subject, now, visitor, isKnown]);
  } catch (error) {
    log.warn({ err: error, subject }, 'the visitor of a sale is not known');
  }
}
