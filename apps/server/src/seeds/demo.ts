import { sql } from 'kysely';
import { receivable } from '../modules/dealers/index.ts';
import { hashPassword, insertUser } from '../modules/identity/index.ts';
import { setLimit } from '../modules/ledger/index.ts';
import type { Db } from '../platform/db/db.ts';
import { lockKeys } from '../platform/db/writes/advisory-locks.ts';
import { buildDemoApiKeys } from './api-keys.ts';
import { buildDemoBeta } from './beta.ts';
import { buildDemoCatalog, type CatalogSize, type Report } from './catalog/catalog.ts';
import { buildDemoContent, buildDemoNewsletters } from './content.ts';
import { buildDemoCredits } from './credits.ts';
import { type DemoAccount, demoAccounts, demoEmail, demoPassword } from './demo-accounts.ts';
import { buildDemoGarage } from './garage.ts';
import { buildDemoKit } from './kit.ts';
import { buildDemoLeads } from './leads.ts';
import { addEuropeanDealer, demoSellerVatId } from './partners/european-dealer.ts';
import { buildDemoStore } from './store/store.ts';
import { buildDemoSupport } from './support.ts';

/** Processes that start together on an empty database must not both load it. */
export const demoLock = lockKeys.demoData;

const day = 24 * 60 * 60 * 1000;

const demoSettings = {
  // The demo needs only the published password; elsewhere staff need a second factor.
  staff_second_factor: 'optional',
  company_address: '120 Sample Street\nVancouver BC V6B 1A1\nCanada',
  company_tax_ids: 'GST 00000 0000 RT0000',
  company_vat_id: demoSellerVatId,
  company_phone: '+1 604 555 0100',
  company_email: 'hello@tuneport.example',
};

export type DemoInput = {
  seed?: number;
  catalog?: CatalogSize;
  report?: Report;
  /** Origin of the links in its mails. */
  origin?: string;
};

/**
 * Builds the demo data set, reproducibly. Does nothing on a database that already has users; they are created last, so
 * that the next start completes an interrupted build.
 */
export async function buildDemoData(db: Db, now: Date, input: DemoInput = {}): Promise<boolean> {
  const taken = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (taken) return false;
  await buildDemoCatalog(db, {
    ...(input.seed === undefined ? {} : { seed: input.seed }),
    ...(input.catalog === undefined ? {} : { size: input.catalog }),
    ...(input.report === undefined ? {} : { report: input.report }),
  });
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(demoPassword)));
  await db.transaction().execute(async (tx) => {
    const ids = new Map<string, number>();
    for (const [at, account] of demoAccounts.entries()) {
      const { role, flags }: DemoAccount = account;
      const id = await insertUser(tx, {
        name: account.name,
        email: demoEmail(account.address),
        password_hash: hashes[at] ?? null,
        email_confirmed_at: now,
        ...(role === undefined ? {} : { role }),
        ...(flags === undefined ? {} : { flags }),
      });
      if (id === null) continue;
      ids.set(account.address, id);
      await tx.insertInto('demo_accounts').values({ user_id: id }).execute();
    }
    await tx
      .insertInto('settings')
      .values(Object.entries(demoSettings).map(([name, value]) => ({ name, value: JSON.stringify(value) })))
      .execute();
    await addPartners(tx, now, (address) => ids.get(address) ?? 0);
    await addWorkshops(tx);
    await addEuropeanDealer(tx, now, ids.get('dealer-eu') ?? 0);
    await addSale(tx, now);
    await buildDemoStore(tx, now);
    await linkTools(tx);
    const person = (address: string) => ({
      id: ids.get(address) ?? 0,
      name: demoAccounts.find((account) => account.address === address)?.name ?? '',
    });
    await buildDemoSupport(tx, now, person);
    await buildDemoLeads(tx, now, [ids.get('admin') ?? 0, ids.get('super') ?? 0]);
    await buildDemoKit(tx);
    await buildDemoContent(tx, now);
    await buildDemoNewsletters(tx, input.origin ?? 'http://localhost:3000', now);
    const testers = ['customer', 'dealer', 'tuner'].map((address) => ids.get(address) ?? 0);
    await buildDemoBeta(tx, input.origin ?? 'http://localhost:3000', now, testers);
    await buildDemoGarage(tx, now, ids.get('customer') ?? 0);
    await buildDemoApiKeys(tx, input.origin ?? 'http://localhost:3000', now, [
      { userId: ids.get('customer') ?? 0, name: 'Garage app', scopes: ['vehicles.read', 'requests.read'] },
      {
        userId: ids.get('dealer') ?? 0,
        name: 'Workshop system',
        scopes: ['requests.read', 'orders.read', 'tickets.read'],
      },
      { userId: ids.get('developer') ?? 0, name: 'FlashZilla updater', scopes: ['profile.read'] },
    ]);
    await buildDemoCredits(tx, now, person, {
      emailOf: demoEmail,
      origin: input.origin ?? 'http://localhost:3000',
    });
  });
  return true;
}

/** Each tool is sold as a product with the same slug, and some are also rented or lent. */
async function linkTools(db: Db): Promise<void> {
  await sql`update tools t set product_slug = p.slug from products p where p.slug = t.slug`.execute(db);
  const lent = [
    ['flashzilla-v3', 'rental-flashzilla', null],
    ['cmd-desk', 'rental-cmd-desk', null],
    ['gearbox-link', 'rental-gearbox-link', null],
    ['flashzilla-pro', null, 'loaner-flashzilla-pro'],
  ] as const;
  for (const [slug, rental_slug, loan_slug] of lent)
    await db.updateTable('tools').set({ rental_slug, loan_slug }).where('slug', '=', slug).execute();
}

const northBayAddress = {
  country_code: 'CA',
  full_name: 'North Bay Performance',
  line1: '214 Lakeshore Drive',
  line2: '',
  city: 'North Bay',
  state: 'ON',
  postal_code: 'P1A 2A8',
  email: '',
  phone: '',
};

async function addPartners(db: Db, now: Date, idOf: (address: string) => number): Promise<void> {
  const dealer = await db
    .insertInto('dealers')
    .values({
      slug: 'north-bay',
      name: 'North Bay Performance',
      preferred_display_currency: 'CAD',
      legal_name: 'North Bay Performance Ltd.',
      billing_email: 'bills@north-bay.tuneport.test',
      billing_address: JSON.stringify(northBayAddress),
      install_share_percent: '80',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dealer_members')
    .values([
      { dealer_id: dealer.id, user_id: idOf('dealer'), kind: 'manager' },
      { dealer_id: dealer.id, user_id: idOf('dealer-member'), kind: 'member' },
    ])
    .execute();
  const tuner = await db
    .insertInto('tuners')
    .values({ slug: 'longroad-calibration', name: 'Longroad Calibration', share_percent: '35' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tuner_members')
    .values([
      { tuner_id: tuner.id, user_id: idOf('tuner') },
      { tuner_id: tuner.id, user_id: idOf('cms-tuner') },
    ])
    .execute();
  const brand = await db
    .insertInto('tuner_brands')
    .values({ slug: 'longroad', name: 'Longroad', description: 'Calibrations for people who drive far.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('tuner_brand_members').values({ brand_id: brand.id, tuner_id: tuner.id }).execute();
  // Every third tune is theirs; the others are the platform's.
  await db.updateTable('tunes').set({ tuner_id: tuner.id }).where(sql<boolean>`id % 3 = 0`).execute();
  await setLimit(db, receivable(dealer.id, 'CAD'), { maxMinor: 500_000n, at: now, reason: 'Account opened' });
  await db
    .insertInto('dealer_tools')
    .expression((eb) =>
      eb
        .selectFrom('tools')
        .select([sql<number>`${dealer.id}::integer`.as('dealer_id'), 'id', 'install_fee_minor'])
        .where('install_fee_minor', '>', 0n)
        .orderBy('id')
        .limit(3),
    )
    .columns(['dealer_id', 'tool_id', 'install_fee_minor'])
    .execute();
  const affiliate = await db
    .insertInto('affiliates')
    .values({ name: 'Gravel & Apex', share_percent: '5' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('affiliate_members')
    .values({ affiliate_id: affiliate.id, user_id: idOf('affiliate') })
    .execute();
  await db
    .insertInto('discount_codes')
    .values({
      code: 'APEX10',
      name: 'Gravel & Apex readers',
      affiliate_id: affiliate.id,
      amount: '10',
      amount_type: 'percent',
      share_percent: '5',
      starts_at: new Date(now.getTime() - 180 * day),
    })
    .execute();
}

/** Workshops far apart, with different prices, so that the nearest is not the cheapest. */
const workshops = [
  {
    slug: 'prairie-torque',
    name: 'Prairie Torque Works',
    city: 'Calgary',
    state: 'AB',
    postal: 'T2P 1J9',
    percent: 85,
  },
  { slug: 'quayside', name: 'Quayside Motors', city: 'Halifax', state: 'NS', postal: 'B3J 1S9', percent: 120 },
];

async function addWorkshops(db: Db): Promise<void> {
  for (const { slug, name, city, state, postal, percent } of workshops) {
    const address = {
      ...northBayAddress,
      full_name: name,
      line1: '18 Foundry Street',
      city,
      state,
      postal_code: postal,
    };
    const { id } = await db
      .insertInto('dealers')
      .values({
        slug,
        name,
        preferred_display_currency: 'CAD',
        legal_name: `${name} Inc.`,
        billing_email: `bills@${slug}.tuneport.test`,
        billing_address: JSON.stringify(address),
        install_share_percent: '75',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into dealer_tools (dealer_id, tool_id, install_fee_minor)
      select ${id}, id, round(install_fee_minor * ${percent} / 100.0, -2) from tools
      where install_fee_minor > 0 order by id limit 4`.execute(db);
  }
}

async function addSale(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('sales')
    .values({
      name: 'Opening weeks',
      description: 'All tunes, for our opening',
      type: 'tunes',
      amount: '10',
      amount_type: 'percent',
      countdown: true,
      uses_max: null,
      starts_at: new Date(now.getTime() - day),
      ends_at: new Date(now.getTime() + 30 * day),
    })
    .execute();
}
