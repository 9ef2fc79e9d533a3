import type { dealerDirectory } from '@tuneport/contract/dealers/dealer-directory';
import { pageSize } from '@tuneport/contract/shapes';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { midnightAfter, midnightIn } from '@tuneport/domain/support/wall-clock';
import { t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing } from '../../platform/db/lists/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { handlers } from '../../platform/http/context.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import { shortName, withoutLinks } from '../../platform/mail/typed-text.ts';
import { addressSite, isWithinRateLimit } from '../../platform/rate-limit.ts';
import { Refusal } from '../../platform/refusal.ts';
import { placeNear } from '../catalog/index.ts';
import { companyZone, proveHuman } from '../settings/index.ts';
import { type BrandRow, brandColumns, brandOrNone } from './brand.ts';

type Named = { id: number; name: string };
type Listed = {
  id: number;
  slug: string;
  name: string;
  about: string;
  website: string;
  phone: string;
  address: Record<string, string>;
  latitude: number | null;
  longitude: number | null;
  distance_km: number | null;
  specializations: Named[];
  tools: Named[];
  brand: BrandRow | null;
};
type Query = {
  page: number;
  search?: string | undefined;
  near?: string | undefined;
  country?: string | undefined;
  specialization?: number | undefined;
  tool?: number | undefined;
};

/** Listed dealers that match the filters, as conditions on `d`. */
function matches({ search, country, specialization, tool }: Query) {
  const conditions = [sql`d.listed and d.state = 'active'`];
  if (search) {
    const like = containing(search);
    conditions.push(sql`(d.name ilike ${like} or d.directory_address ->> 'city' ilike ${like})`);
  }
  if (country) conditions.push(sql`d.directory_country = ${country}`);
  if (specialization)
    conditions.push(sql`exists (select from dealer_specialization_links l
      where l.dealer_id = d.id and l.specialization_id = ${specialization})`);
  if (tool) conditions.push(sql`exists (select from dealer_tools t where t.dealer_id = d.id and t.tool_id = ${tool})`);
  return sql.join(conditions, sql` and `);
}

/** What a visitor sees of a dealer `f`. */
const listedColumns = sql`f.id, f.slug, f.name, f.about, f.website, f.phone, f.directory_address as address, f.latitude,
  f.longitude, ${brandColumns(sql`f.id`)} as brand,
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position)
    from dealer_specialization_links l join dealer_specializations s on s.id = l.specialization_id
    where l.dealer_id = f.id), '[]') as specializations,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
    from dealer_tools o join tools t on t.id = o.tool_id and t.is_dealer_ownable where o.dealer_id = f.id), '[]') as tools`;

function presentListed({ address, brand, ...row }: Listed) {
  const part = (name: string) => address[name] ?? '';
  return {
    ...row,
    brand: brandOrNone(brand),
    address: {
      line1: part('line1'),
      line2: part('line2'),
      city: part('city'),
      state: part('state'),
      postal_code: part('postal_code'),
      country_code: part('country_code'),
    },
  };
}

const placesMax = 500;

/** Points of the map: dealers within about ten kilometres are one point. */
async function placesOf(db: Db, query: Query) {
  const { rows } = await sql<{ latitude: number; longitude: number; count: number; label: string; slug: string }>`
    select avg(d.latitude)::float8 as latitude, avg(d.longitude)::float8 as longitude, count(*)::integer as count,
      case when count(*) = 1 then min(d.name) else min(d.directory_address ->> 'city') end as label, min(d.slug) as slug
    from dealers d where ${matches(query)} and d.latitude is not null
    group by round(d.latitude::numeric, 1), round(d.longitude::numeric, 1) order by count desc, slug limit ${placesMax}`.execute(
    db,
  );
  return rows.map(({ slug, ...place }) => ({ ...place, slug: place.count === 1 ? slug : null }));
}

/** One listed dealer by its slug. */
async function readEntry(db: Db, slug: string) {
  const { rows } = await sql<Omit<Listed, 'distance_km'>>`
    select ${listedColumns} from dealers f where f.listed and f.state = 'active' and f.slug = ${slug}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return presentListed({ ...rows[0], distance_km: null });
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * One page of matching dealers. The database sorts by distance; dealers without a position come last. The cosine of the
 * angle between two directions falls with the distance, so it is enough to sort by, and only the page is read whole.
 */
export async function nearestDealers(db: Db, query: Query, near: ReturnType<typeof placeNear>) {
  const [latitude, longitude] = [radians(near?.latitude ?? 0), radians(near?.longitude ?? 0)];
  const [x, y, z] = [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ];
  const way = near ? sql`1 - (d.direction_x * ${x} + d.direction_y * ${y} + d.direction_z * ${z})` : sql`null::numeric`;
  const { rows } = await sql<Listed & { total: bigint }>`${prepared}
    with found as (
      -- Counted apart: a window would hold all matching dealers in memory before they are sorted.
      select d.id, ${way} as way, (select count(*) from dealers d where ${matches(query)}) as total
      from dealers d where ${matches(query)}
      order by way nulls last, d.name, d.id limit ${pageSize} offset ${(query.page - 1) * pageSize}
    )
    select ${listedColumns}, n.total,
      -- least and greatest skip a null, so that an unknown distance would become zero.
      case when n.way is not null
        then round((2 * 6371 * asin(least(1, sqrt(greatest(n.way, 0) / 2))))::numeric)::integer end as distance_km
    from found n join dealers f on f.id = n.id order by n.way nulls last, f.name, f.id`.execute(db);
  return rows;
}

async function listDirectory(db: Db, query: Query) {
  const near = query.near ? placeNear(query.near, query.country) : null;
  const rows = await nearestDealers(db, query, near);
  const { rows: filters } = await sql<{ tools: Named[]; specializations: Named[] }>`
    select coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name) from tools t
        where t.is_dealer_ownable and exists (select from dealer_tools o join dealers d on d.id = o.dealer_id
          where o.tool_id = t.id and d.listed and d.state = 'active')), '[]') as tools,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position) from dealer_specializations s
        where exists (select from dealer_specialization_links l join dealers d on d.id = l.dealer_id
          where l.specialization_id = s.id and d.listed and d.state = 'active')), '[]') as specializations`.execute(db);
  const total = Number(rows[0]?.total ?? 0n);
  return {
    data: rows.map(({ total: _, ...row }) => presentListed(row)),
    page: query.page,
    page_count: Math.ceil(total / pageSize),
    total,
    near: near && { label: near.label, latitude: near.latitude, longitude: near.longitude },
    filters: filters[0] ?? { tools: [], specializations: [] },
    places: await placesOf(db, query),
  };
}

/** Messages to one dealer in a day: of one internet customer, who cannot keep others out, and of all. */
const contactsOfSender = { max: 5, windowS: 24 * 3600 };
const contactsOfAll = { max: 40, windowS: 24 * 3600 };

async function requireContactLimit(db: Db, dealerId: number, address: string): Promise<void> {
  const key = `dealer-contact ${dealerId}`;
  if (!(await isWithinRateLimit(db, `${key} ${addressSite(address)}`, contactsOfSender)))
    throw new Refusal('too_many_requests', {
      retryAfterS: 3600,
      message: 'You have sent this dealer many messages today. Try again tomorrow, or call them.',
    });
  if (!(await isWithinRateLimit(db, key, contactsOfAll)))
    throw new Refusal('too_many_requests', {
      retryAfterS: 3600,
      message: 'This dealer has received many messages. Try again later, or call them.',
    });
}

/** The visitor's address is not proven, so nothing is mailed to it; the dealer decides whether to answer. */
async function contact(
  db: Db,
  origin: string,
  { ref, address }: { readonly ref: number | string; readonly address: string },
  input: ContactInput,
): Promise<void> {
  const dealer = await db
    .selectFrom('dealers')
    .select(['id', 'name', 'billing_email'])
    .where(typeof ref === 'number' ? 'id' : 'slug', '=', ref)
    .where('listed', '=', true)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!dealer) throw new Refusal('not_found');
  await requireContactLimit(db, dealer.id, address);
  const message = () => contactMessage(origin, dealer.name, input);
  for (const to of await addressesOf(db, dealer)) await queueMail(db, { to, secrets: [], message, toOther: true });
}

type ContactInput = { readonly name: string; readonly email: string; readonly message: string };

export const contactMessage = (origin: string, dealer: string, { name, email, message }: ContactInput) =>
  mailMessage('dealer-contact', {
    subject: t('Message from the dealer directory: {name}', { name: shortName(name) }),
    title: t('A visitor wrote to you'),
    paragraphs: [
      t('{name} ({email}) wrote through the dealer directory. We have not verified this address.', {
        name: shortName(name),
        email,
      }),
      withoutLinks(message, origin),
    ],
    footer: t('You are receiving this e-mail because {dealer} is listed in the dealer directory.', {
      dealer: shortName(dealer),
    }),
  });

async function addressesOf(db: Db, dealer: { id: number; billing_email: string }): Promise<string[]> {
  if (dealer.billing_email !== '') return [dealer.billing_email];
  const managers = await db
    .selectFrom('dealer_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.dealer_id', '=', dealer.id)
    .where('m.kind', '=', 'manager')
    .orderBy('u.id')
    .limit(3)
    .execute();
  return managers.map(({ email }) => email);
}

type StatRow = {
  id: number;
  slug: string;
  name: string;
  currency: Currency;
  members: number;
  purchases: number;
  orders: number;
  sold: bigint;
  owed: bigint;
  total: bigint;
};

type StatsQuery = { page: number; from?: string | undefined; to?: string | undefined };

async function dealerStats(db: Db, zone: string, query: StatsQuery) {
  const since = midnightIn(query.from ?? '1970-01-01', zone);
  const until = midnightAfter(query.to ?? '9999-12-30', zone);
  const during = sql`c.paid_at >= ${since} and c.paid_at < ${until}`;
  const { rows } = await sql<StatRow>`
    select d.id, d.slug, d.name, d.currency, count(*) over () as total,
      (select count(*) from dealer_members m where m.dealer_id = d.id)::integer as members,
      p.number as purchases, o.number as orders, (p.sold + o.sold)::bigint as sold,
      coalesce((select b.posted_minor from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.kind = 'ar' and a.owner = 'dealer:' || d.id and a.unit = d.currency), 0)::bigint as owed
    from dealers d
    cross join lateral (select count(*)::integer as number,
      coalesce(sum(c.total_minor) filter (where c.currency = d.currency), 0) as sold from catalog_purchases c
      where c.dealer_id = d.id and ${during}) p
    cross join lateral (select count(*)::integer as number,
      coalesce(sum(c.total_minor) filter (where c.currency = d.currency), 0) as sold from orders c
      where c.dealer_id = d.id and ${during}) o
    order by sold desc, d.name limit ${pageSize} offset ${(query.page - 1) * pageSize}`.execute(db);
  const total = Number(rows[0]?.total ?? 0n);
  return {
    data: rows.map(({ total: _, currency, sold, owed, ...row }) => ({
      ...row,
      sold: toWire(money(sold, currency)),
      owed: toWire(money(owed, currency)),
    })),
    page: query.page,
    page_count: Math.ceil(total / pageSize),
    total,
  };
}

export const dealerDirectoryRoutes = handlers<typeof dealerDirectory>({
  'GET /v1/dealers': ({ db, query }) => listDirectory(db, query),
  'GET /v1/dealer-entries/:slug': ({ db, params }) => readEntry(db, params.slug),
  'POST /v1/dealers/:id/contact': async ({ db, platform, params, body, clientInfo }) => {
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    await contact(db, platform.config.publicOrigin, { ref: params.id, address: clientInfo.address }, body);
  },
  'GET /dealer-stats': async ({ db, platform, query }) => dealerStats(db, await companyZone(platform), query),
});
