import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyFingerprint } from '@tuneport/domain/api/idempotency-fingerprint';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { asyncCommit } from '../../db/writes/async-commit.ts';
import { Refusal } from '../../refusal.ts';
import type { SealedColumn } from '../../secrets/reseal.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { ReceivedFile } from '../context.ts';

// One key, one effect, one response. The first request leases the key; its response is stored in the transaction that
// has the effect, so after a crash there are both or neither, and a retry works once the lease expires. Responses may
// contain secrets (the link to an order, a code), so they are encrypted.

type StoredAnswer = { status: number; body: unknown };

const leaseS = 30;
const waitMs = 10_000;

export type KeyUse = { scope: string; key: string; endpoint: string; fingerprint: Buffer };

export function fingerprintOf(endpoint: string, params: unknown, query: unknown, body: unknown): Buffer {
  return createHash('sha256')
    .update(idempotencyFingerprint(endpoint, params, query, body))
    .digest();
}

/** The fields of a form with its files' hashes: another file is a different input. */
export const sentBody = (body: unknown, files: readonly ReceivedFile[]): unknown =>
  files.length === 0 ? body : [body, files.map(({ field, name, sha256 }) => [field, name, sha256.toString('hex')])];

/** Returns the stored response of an earlier request, or null if this one holds the lease and must do the work. */
export async function claimKey(db: Db, secrets: SecretBox, use: KeyUse): Promise<StoredAnswer | null> {
  const giveUpAt = performance.now() + waitMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    if (await lease(db, use)) return null;
    const known = await db
      .selectFrom('idempotency_keys')
      .select(['endpoint', 'fingerprint', 'status', 'answer'])
      .where('scope', '=', use.scope)
      .where('key', '=', use.key)
      .executeTakeFirst();
    if (known && (known.endpoint !== use.endpoint || !use.fingerprint.equals(known.fingerprint))) {
      throw new Refusal('idempotency_key_reused');
    }
    if (known?.status != null) return { status: known.status, body: unsealed(secrets, use, known.answer) };
    if (performance.now() > giveUpAt) throw new Refusal('idempotency_in_progress', { retryAfterS: 2 });
    await sleep(pauseMs);
  }
}

async function lease(db: Db, use: KeyUse): Promise<boolean> {
  const now = new Date();
  const until = new Date(now.getTime() + leaseS * 1000);
  // Asynchronous: the work commits later, so a lost lease had no effect.
  const { rows } = await sql`${prepared}
    insert into idempotency_keys as k (scope, key, endpoint, fingerprint, leased_until)
    values (${use.scope}, ${use.key}, ${use.endpoint}, ${use.fingerprint}, ${until})
    on conflict (scope, key) do update set leased_until = excluded.leased_until
      where k.status is null and k.leased_until < ${now} and k.endpoint = excluded.endpoint and k.fingerprint = excluded.fingerprint
    returning ${asyncCommit}`.execute(db);
  return rows.length > 0;
}

/**
 * Call last in the transaction that has the effect. A request that outlived its lease and came second is rolled back
 * here.
 */
export async function storeAnswer(db: Db, secrets: SecretBox, use: KeyUse, answer: StoredAnswer): Promise<void> {
  const sealed = secrets.seal(purposeOf(use), JSON.stringify(answer.body ?? null)).toString('base64');
  const stored = await sql`${prepared}
    update idempotency_keys set status = ${answer.status}, answer = ${JSON.stringify(sealed)}, leased_until = null
    where scope = ${use.scope} and key = ${use.key} and status is null`.execute(db);
  if (stored.numAffectedRows === 0n) throw new Refusal('idempotency_in_progress', { retryAfterS: 1 });
}

const purposeOf = ({ scope, key }: Pick<KeyUse, 'scope' | 'key'>): string => `answer:${scope} ${key}`;

export const sealedAnswers: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  key: ['scope', 'key'],
  purpose: (scope = '', key = '') => purposeOf({ scope, key }),
  stored: 'json',
};

function unsealed(secrets: SecretBox, use: KeyUse, answer: unknown): unknown {
  // Older responses were stored unencrypted.
  if (typeof answer !== 'string') return answer;
  const text = secrets.open(purposeOf(use), Buffer.from(answer, 'base64'));
  if (text !== null) return JSON.parse(text);
  // Encrypted with a lost key: the work was done, but the response cannot be repeated.
  throw new Refusal('conflict', {
    message: 'This was already done and will not run twice. Reload the page to see it.',
  });
}

/** A refused request had no effect, so its key can be used again. */
export async function releaseKey(db: Db, use: KeyUse): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', use.scope)
    .where('key', '=', use.key)
    .where('status', 'is', null)
    .execute();
}
