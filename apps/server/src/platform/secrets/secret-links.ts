import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../refusal.ts';

/** What a secret link opens without a login. */
export type LinkKind = 'order' | 'purchase' | 'ticket' | 'trade-in' | 'rescue' | 'guest';

/** How the area that owns a record renews its links. */
export type LinkRenewal = {
  /** The e-mail on record. */
  readonly recipient: (db: Db, id: number) => Promise<{ email: string | null } | undefined>;
  /** Stores a new secret and returns it with the path it opens. */
  readonly issue: (db: Db, id: number, now: Date) => Promise<{ secret: string; path: string }>;
};

/** Whether this token used to open the record and has expired. */
export async function isExpiredLink(db: Db, kind: LinkKind, id: number, tokenHash: Buffer | null): Promise<boolean> {
  if (tokenHash === null) return false;
  const { rows } = await sql`select from secret_links l where l.kind = ${kind} and l.record_id = ${id}
    and l.token_hash = ${tokenHash} and l.expires_at <= now() and l.revoked_at is null`.execute(db);
  return rows.length > 0;
}

/** The refusal for a record the caller may not see: only the holder of an expired link learns that it exists. */
export const noRecord = async (db: Db, kind: LinkKind, id: number, tokenHash: Buffer | null): Promise<Refusal> =>
  new Refusal((await isExpiredLink(db, kind, id, tokenHash)) ? 'link_expired' : 'not_found');
