import { violations } from '../invariants.ts';
import type { Client, TestServer } from '../server.ts';

/** Verifies that every owner's lots match the ledger: units left and held. Throws the differences. */
export async function proveCredits({ db }: TestServer): Promise<void> {
  const wrong = await violations(db);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** A user's credits by kind, as reported by the API. */
export async function creditsOf(client: Client, dealerId: number | null = null) {
  const { body } = await client.call('GET /tune-credits');
  const group = body.owners.find(({ dealer }) => (dealer?.id ?? null) === dealerId);
  return Object.fromEntries((group?.kinds ?? []).map(({ kind, available }) => [kind, available]));
}

/** Grants credits as staff; returns the lot. */
export async function grant(admin: Client, recipient: string, kind: string, units: number, more: object = {}) {
  const reply = await admin.call('POST /v1/admin/tune-credits', {
    body: { recipient, kind, units, reason: 'A test', ...more },
  });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body;
}
