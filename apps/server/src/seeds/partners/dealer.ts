import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { NewCreditDeal } from '@tuneport/contract/dealers/dealers-admin';
import { makeEstimate, storeMadeEstimate } from '../../modules/catalog/index.ts';
import {
  changeSettings,
  createTier,
  draftDeal,
  inviteMember as invite,
  issueStatements,
  moveDeal,
  recordTransfer,
  saveBranding,
  setSpecializations,
  updateDealer,
} from '../../modules/dealers/index.ts';
import { actorOfUser } from '../../modules/identity/index.ts';
import { buyTunes, disclaimerHash, requestApproval } from '../../modules/purchases/index.ts';
import { settingsOf } from '../../modules/settings/index.ts';
import { sellable } from '../purchases.ts';
import { daysBefore, type SeedContext } from './seed-context.ts';

const slug = 'north-bay';

/** Months of sales on account with payments between them, statements, and what a manager sets up. */
export async function buildDemoDealer(context: SeedContext): Promise<void> {
  await listWorkshops(context);
  await trade(context);
  await setUp(context);
  await addTiers(context);
  await askForApproval(context);
}

const entries = [
  {
    slug,
    about:
      'Dyno, diagnostics and calibration since 2009. We flash in the workshop or at your place, and every tune is logged before you leave.',
    phone: '+1 705 555 0142',
    special: ['performance', 'diesel', 'dyno'],
  },
  {
    slug: 'prairie-torque',
    about: 'Diesel trucks, towing and economy tunes. Bring the trailer: we test under load.',
    phone: '+1 403 555 0118',
    special: ['diesel', 'economy', 'trucks'],
  },
  {
    slug: 'quayside',
    about: 'A two-bay workshop at the harbour. All-wheel drive and transmission tuning by appointment.',
    phone: '+1 902 555 0167',
    special: ['all-wheel-drive', 'transmission'],
  },
];

async function listWorkshops({ platform: { db }, people: { superAdmin }, now }: SeedContext): Promise<void> {
  const kinds = await db.selectFrom('dealer_specializations').select(['id', 'slug']).execute();
  for (const { slug, special, about, phone } of entries) {
    const dealer = await db
      .selectFrom('dealers')
      .select(['listed', 'billing_address', 'updated_at'])
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (!dealer || dealer.listed) continue;
    const change = {
      listed: true,
      about,
      phone,
      website: `https://${slug}.example`,
      directory_address: dealer.billing_address as never,
    };
    await db.transaction().execute(async (tx) => {
      await changeSettings(tx, superAdmin, slug, change, dealer.updated_at, now);
      const ids = kinds.filter((kind) => special.includes(kind.slug)).map(({ id }) => id);
      await setSpecializations(tx, superAdmin, slug, ids);
    });
  }
}

/** Days before today: tunes bought on account, and bank transfers that pay for them. */
const sales = [151, 128, 117, 84, 61, 33, 12];
const transfers = [
  { days: 122, amount: '800' },
  { days: 90, amount: '900' },
  { days: 55, amount: '850' },
  { days: 20, amount: '1000' },
];
const statementMonths = 6;

async function trade(context: SeedContext): Promise<void> {
  const { platform, clock, now } = context;
  const events = [
    ...sales.map((days) => ({ days, play: () => buyOnAccount(context, days) })),
    ...transfers.map(({ days, amount }) => ({ days, play: () => receive(context, days, amount) })),
  ];
  // In the order of their dates, so that the balance stays below the credit limit.
  for (const { play } of events.sort((a, b) => b.days - a.days)) await play();
  for (let month = statementMonths - 1; month >= 0; month -= 1) {
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1, 12));
    if (at > now) continue;
    clock.now = at;
    await issueStatements(platform.db, platform, at);
  }
  clock.now = now;
  // They would have been mailed in their months.
  await platform.db
    .insertInto('dealer_statement_mails')
    .columns(['statement_id', 'mailed_at'])
    .expression((eb) => eb.selectFrom('dealer_statements').select(['id', 'issued_at']))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const demoTiers = [
  { name: 'Bronze', tunes: '5', products: '3', slug: 'quayside', terms: '' },
  { name: 'Silver', tunes: '10', products: '5', slug, terms: 'Two free dyno updates a year.' },
  {
    name: 'Gold',
    tunes: '15',
    products: '10',
    slug: 'prairie-torque',
    terms: 'Replies to tune requests within four hours.\nTwo free dyno updates a year.',
  },
];

/** After the sales above, which were at dealer prices. */
async function addTiers({ platform: { db }, people: { admin }, now }: SeedContext): Promise<void> {
  if (await db.selectFrom('dealer_tiers').select('id').executeTakeFirst()) return;
  // In one transaction, because a load that crashes is resumed.
  await db.transaction().execute(async (tx) => {
    for (const [position, { name, terms, tunes, products, slug: of }] of demoTiers.entries()) {
      const fields = { name, terms, position, tunes_percent: tunes, products_percent: products };
      const { id } = await createTier(tx, admin, fields, now);
      const dealer = await tx
        .selectFrom('dealers')
        .select(['id', 'updated_at'])
        .where('slug', '=', of)
        .executeTakeFirst();
      if (dealer) await updateDealer(tx, admin, dealer.id, { tier_id: id }, dealer.updated_at, now);
    }
  });
}

/** A purchase above what the member may charge in a month; the remaining credit of the dealer covers it. */
async function askForApproval({ platform, now }: SeedContext): Promise<void> {
  const { db } = platform;
  const member = await db
    .selectFrom('dealer_members as m')
    .innerJoin('dealers as d', 'd.id', 'm.dealer_id')
    .select('m.user_id')
    .where('d.slug', '=', slug)
    .where('m.kind', '=', 'member')
    .where('m.needs_approval', '=', true)
    .executeTakeFirst();
  const known = await db.selectFrom('dealer_purchase_approvals').select('id').executeTakeFirst();
  const actor = member && !known ? await actorOfUser(db, member.user_id) : null;
  const [car] = await sellable(platform);
  if (!actor || !car) return;
  const { tuning_disclaimer: text } = await settingsOf(platform);
  const buyer = { actor, region: 1 as const, now };
  const input = EstimateInput.parse({ engine: car.engine_id, tunes: [car.tune_id], currency: 'CAD' });
  const made = await makeEstimate(platform, { ...buyer, input });
  await storeMadeEstimate(db, made, actor, now);
  await db.transaction().execute(async (tx) => {
    const limitMonth = (spend_limit_minor: bigint) =>
      tx.updateTable('dealer_members').set({ spend_limit_minor }).where('user_id', '=', actor.userId).execute();
    await limitMonth(0n);
    const { approval } = await requestApproval(tx, platform, buyer, {
      estimateHash: made.hash,
      dealer: slug,
      note: 'The customer is waiting in the shop.',
      again: true,
      disclaimerHash: text === '' ? undefined : disclaimerHash(text),
      vehiclePath: car.path,
    });
    // The hundred below, so that the purchase is above the limit that the page shows.
    await limitMonth(((approval.total_minor - 1n) / 10_000n) * 10_000n);
  });
}

async function buyOnAccount({ platform, clock, now, people }: SeedContext, days: number): Promise<void> {
  const requestKey = `demo account ${days}`;
  const cars = await sellable(platform);
  const car = cars[days % Math.max(1, cars.length)];
  const known = await platform.db
    .selectFrom('catalog_purchases')
    .select('state')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (!car || (known && known.state !== 'pending_payment')) return;
  clock.now = daysBefore(now, days);
  const { tuning_disclaimer: text } = await settingsOf(platform);
  const asking = { actor: people.dealer, region: 1 as const, now: clock.now };
  const input = EstimateInput.parse({ engine: car.engine_id, tunes: [car.tune_id], currency: 'CAD' });
  const made = await makeEstimate(platform, { ...asking, input });
  await storeMadeEstimate(platform.db, made, people.dealer, clock.now);
  await buyTunes(platform, asking, {
    estimateHash: made.hash,
    requestKey,
    tender: { kind: 'account', dealer: slug },
    again: true,
    disclaimerHash: text === '' ? undefined : disclaimerHash(text),
    vehiclePath: car.path,
  });
}

async function receive({ platform, clock, now, people }: SeedContext, days: number, amount: string): Promise<void> {
  const requestKey = `demo bank transfer ${days}`;
  const known = await platform.db
    .selectFrom('dealer_payments')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (known) return;
  clock.now = daysBefore(now, days);
  const input = { currency: 'CAD', amount, reference: `EFT ${20_000 + days}`, requestKey };
  await platform.db.transaction().execute((tx) => recordTransfer(tx, platform, people.admin, slug, input, clock.now));
}

async function setUp({ platform, people, now }: SeedContext): Promise<void> {
  const { db } = platform;
  const dealer = await db
    .selectFrom('dealers')
    .select(['id', 'brand_colour'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  if (dealer.brand_colour === '')
    await saveBranding(platform, people.dealer, slug, { colour: '#0f766e', text_colour: '' }, [], now);
  const offered = await db
    .selectFrom('dealer_credit_deals')
    .select('id')
    .where('dealer_id', '=', dealer.id)
    .executeTakeFirst();
  if (offered) return;
  const origin = platform.config.publicOrigin;
  await db.transaction().execute(async (tx) => {
    await invite(tx, origin, people.dealer, slug, { email: 'apprentice@north-bay.tuneport.test', kind: 'member' }, now);
    await tx
      .updateTable('dealer_members')
      .set({ spend_limit_minor: 150_000n, needs_approval: true })
      .where('dealer_id', '=', dealer.id)
      .where('kind', '=', 'member')
      .execute();
    const deal = await draftDeal(
      tx,
      people.admin,
      NewCreditDeal.parse({
        dealer_id: dealer.id,
        kind: 'credit_pack',
        title: 'Ten tunes for the winter season',
        note: 'Use them for any ECU tune within a year.',
        currency: 'CAD',
        price: '4200',
        ecu_credits: 10,
        tcu_credits: 2,
        pay_on_account: true,
        expires_at: daysBefore(now, -45).toISOString(),
      }),
      now,
    );
    await moveDeal({ db: tx, now }, deal, 'publish', people.superAdmin);
  });
}
