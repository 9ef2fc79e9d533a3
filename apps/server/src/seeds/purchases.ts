import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { noMemberships } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import { makeEstimate, storeMadeEstimate } from '../modules/catalog/index.ts';
import { buyTunes, disclaimerHash, type Tender } from '../modules/purchases/index.ts';
import { settingsOf } from '../modules/settings/index.ts';
import type { SignedInActor } from '../platform/actor.ts';
import type { Platform } from '../platform/platform.ts';
import { demoEmail } from './demo-accounts.ts';

/** Purchased tunes: by the dealer on account, by the customer with a card. Idempotent. */
export async function buildDemoPurchases(platform: Platform, now: Date): Promise<void> {
  const engines = await sellable(platform);
  const settings = await settingsOf(platform);
  const agreed = settings.tuning_disclaimer === '' ? undefined : disclaimerHash(settings.tuning_disclaimer);
  const buy = async (address: string, at: number, tender: Tender) => {
    const requestKey = `demo ${address}`;
    const known = await platform.db
      .selectFrom('catalog_purchases')
      .select('state')
      .where('request_key', '=', requestKey)
      .executeTakeFirst();
    if (known && known.state !== 'pending_payment') return;
    const [actor, chosen] = [await actorOf(platform, address), engines[at % Math.max(1, engines.length)]];
    if (!actor || !chosen) return;
    const input = EstimateInput.parse({ engine: chosen.engine_id, tunes: [chosen.tune_id], currency: 'CAD' });
    const made = await makeEstimate(platform, { actor, region: 1, now, input });
    await storeMadeEstimate(platform.db, made, actor, now);
    await buyTunes(
      platform,
      { actor, region: 1, now },
      {
        estimateHash: made.hash,
        requestKey,
        tender,
        disclaimerHash: agreed,
        vehiclePath: chosen.path,
      },
    );
  };
  await buy('dealer', 0, { kind: 'account', dealer: 'north-bay' });
  if (platform.payments?.name === 'test')
    await buy('customer', 1, { kind: 'card', billing: casey, method: { token: 'test_ok' } });
}

export const casey = {
  country_code: 'CA',
  full_name: 'Casey Driver',
  line1: '18 Willow Court',
  line2: '',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
  email: '',
  phone: '',
};

/** The catalogue path of the newest vehicle with this engine. */
const path = sql<string>`(select '/catalog/' || m.slug || '/' || y.year || '/' || o.slug || '/' || n.slug from vehicles v
  join models o on o.id = v.model_id join makes m on m.id = o.make_id join years y on y.id = v.year_id
  where v.engine_id = n.id order by y.rank desc, v.id limit 1)`;

/** Tunes with a price and a tool, for engines in this region. */
export const sellable = ({ db }: Platform) =>
  db
    .selectFrom('engine_tunes as e')
    .innerJoin('tunes as t', 't.id', 'e.tune_id')
    .innerJoin('engines as n', 'n.id', 'e.engine_id')
    .select(['e.engine_id', 't.id as tune_id', path.as('path')])
    .where('t.is_stock', '=', false)
    .where('t.optional', '=', false)
    .where('t.tuner_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('tune_tools as x').select('x.tool_id').whereRef('x.tune_id', '=', 't.id')),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('vehicles as v').select('v.id').whereRef('v.engine_id', '=', 'e.engine_id')),
    )
    .orderBy('e.engine_id')
    .orderBy('t.id')
    .limit(2)
    .execute();

/** The actor of a demo user, as in a request of theirs. */
export async function actorOf({ db }: Platform, address: string): Promise<SignedInActor | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'flags'])
    .where('email', '=', demoEmail(address))
    .executeTakeFirst();
  if (!user) return null;
  const dealers = await db
    .selectFrom('dealer_members as m')
    .innerJoin('dealers as d', 'd.id', 'm.dealer_id')
    .select(['d.id', 'd.slug', 'm.kind'])
    .where('m.user_id', '=', user.id)
    .execute();
  const tuners = await db.selectFrom('tuner_members').select('tuner_id as id').where('user_id', '=', user.id).execute();
  return {
    signedIn: true,
    userId: user.id,
    sessionId: 0,
    name: user.name,
    role: user.role as SignedInActor['role'],
    flags: user.flags as SignedInActor['flags'],
    dealers: dealers.map((dealer) => ({ ...dealer, kind: dealer.kind as 'manager' | 'member' })),
    tuners,
    affiliates: [],
    suspended: noMemberships,
    secondFactor: false,
    freshLogin: false,
    emailConfirmed: true,
    withheld: false,
    displayCurrency: null,
    language: null,
    address: '127.0.0.1',
  };
}
