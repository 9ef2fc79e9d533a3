import { randomUUID } from 'node:crypto';
import { openSession } from '../modules/identity/index.ts';
import type { Owner } from './actors.ts';
import type { TestServer } from './server.ts';

type Params = Record<string, string | number>;

export type OwnedRecord = {
  /** Which side of its owner a record belongs to. */
  readonly of: 'user' | 'dealer' | 'tuner' | 'affiliate';
  /** Makes one and says how a call names it. */
  make(server: TestServer, owner: Owner): Promise<Params>;
  /** How a call names one that nobody has, where a large number does not fit. */
  readonly absent?: Params;
  /** What its owner could send. */
  readonly body?: unknown;
};

const user: OwnedRecord = { of: 'user', make: async (_server, { userId }) => ({ id: userId }) };

const session: OwnedRecord = {
  of: 'user',
  async make({ db }, { userId }) {
    await openSession(db, {
      userId,
      method: 'password',
      secondFactor: false,
      address: '127.0.0.1',
      userAgent: 'other',
    });
    const newest = db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(1);
    return newest.executeTakeFirstOrThrow();
  },
};

const passkey: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('passkeys')
      .values({ user_id: userId, credential_id: randomUUID(), public_key: Buffer.from('key'), name: 'Phone' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  body: { password: 'not the password' },
};

const address: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('addresses')
      .values({
        user_id: userId,
        country_code: 'CA',
        full_name: 'Robin Test',
        line1: '1 Main Street',
        city: 'Vancouver',
        state: 'BC',
        postal_code: 'V5K 0A1',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

const paymentMethod: OwnedRecord = {
  of: 'user',
  make: ({ db, platform }, { userId }) =>
    db
      .insertInto('payment_methods')
      .values({
        owner: `user:${userId}`,
        provider: platform.payments?.name ?? 'none',
        provider_method_id: randomUUID(),
        brand: 'visa',
        last_four: '4242',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

/** One for every call that names a record with an owner. */
export const ownedRecords: Readonly<Record<string, OwnedRecord>> = {
  'DELETE /auth/sessions/:id': session,
  'DELETE /auth/passkeys/:id': passkey,
  'GET /users/:id': user,
  'PATCH /users/:id': { ...user, body: { name: 'Robin Renamed' } },
  'GET /users/:id/dealer-memberships': user,
  'PATCH /addresses/:id': { ...address, body: { city: 'Victoria' } },
  'DELETE /addresses/:id': address,
  'DELETE /stripe-payment-methods/:id': paymentMethod,
};
