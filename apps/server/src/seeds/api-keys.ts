import type { ApiScope } from '@tuneport/domain/identity/api-scopes';
import { createApiKey, endSessionsOf, identify, openSession } from '../modules/identity/index.ts';
import { signedIn } from '../platform/actor.ts';
import type { Db } from '../platform/db/db.ts';

type Key = { readonly userId: number; readonly name: string; readonly scopes: readonly ApiScope[] };

/** API keys, created by their owners with a session of their own. */
export async function buildDemoApiKeys(db: Db, origin: string, now: Date, keys: readonly Key[]): Promise<void> {
  for (const { userId, name, scopes } of keys) {
    const start = { userId, method: 'password', secondFactor: false, address: '127.0.0.1', userAgent: 'Demo' } as const;
    const actor = await identify(db, await openSession(db, start), start.address);
    if (!actor) throw new Error('A session of the demo data set was not found.');
    await createApiKey(db, { origin, now }, signedIn(actor), { name, scopes, days: 90 });
    await endSessionsOf(db, userId);
  }
}
