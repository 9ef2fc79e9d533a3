import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Amounts = Record<string, { price: string; extra: string }>;

export type ShippingRows = {
  zones: { id: number; name: string; places: { country_code: string; state: string }[] }[];
  tiers: { key: string; name: string; days_min: number | null; days_max: number | null }[];
  rates: { class_id: number; zone_id: number; tier_key: string; amounts: Amounts }[];
  taxes: { country_code: string; state: string; name: string; percent: string }[];
};

/** Both tables in one statement; they are small and cached. */
export async function readTables(db: Db): Promise<ShippingRows> {
  const { rows } = await sql<ShippingRows>`
    select
      coalesce((select json_agg(json_build_object('id', z.id, 'name', z.name, 'places', coalesce(
          (select json_agg(json_build_object('country_code', p.country_code, 'state', p.state) order by p.country_code, p.state)
            from shipping_zone_places p where p.zone_id = z.id), '[]')) order by z.position, z.id)
        from shipping_zones z), '[]') as zones,
      coalesce((select json_agg(json_build_object('key', t.key, 'name', t.name, 'days_min', t.days_min, 'days_max', t.days_max)
          order by t.position, t.key) from shipping_tiers t), '[]') as tiers,
      coalesce((select json_agg(r) from (select class_id, zone_id, tier_key,
          json_object_agg(currency, json_build_object('price', price_minor::text, 'extra', extra_minor::text)) as amounts
          from shipping_rates group by class_id, zone_id, tier_key) r), '[]') as rates,
      coalesce((select json_agg(json_build_object('country_code', x.country_code, 'state', x.state, 'name', x.name,
          'percent', trim_scale(x.percent)::text) order by x.country_code, x.state, x.id) from tax_rates x), '[]') as taxes`.execute(
    db,
  );
  return rows[0] as ShippingRows;
}

type WrittenTables = {
  zones: readonly { name: string; places: readonly { country_code: string; state: string }[] }[];
  tiers: readonly { key: string; name: string; days_min: number | null; days_max: number | null }[];
  rates: readonly {
    class_id: number;
    zone: string;
    tier_key: string;
    currency: string;
    price_minor: string;
    extra_minor: string;
  }[];
};

/** Replaces the shipping table. Orders store their tier by name, so they are not affected. */
export async function replaceShipping(db: Db, tables: WrittenTables): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shipping'))`.execute(db);
  await sql`delete from shipping_rates`.execute(db);
  await sql`delete from shipping_zones`.execute(db);
  await sql`delete from shipping_tiers`.execute(db);
  await sql`insert into shipping_zones (name, position)
    select z ->> 'name', at from jsonb_array_elements(${JSON.stringify(tables.zones)}::jsonb) with ordinality as list (z, at)`.execute(
    db,
  );
  await sql`insert into shipping_zone_places (zone_id, country_code, state)
    select s.id, p ->> 'country_code', p ->> 'state' from jsonb_array_elements(${JSON.stringify(tables.zones)}::jsonb) z
    join shipping_zones s on s.name = z ->> 'name', jsonb_array_elements(z -> 'places') p`.execute(db);
  await sql`insert into shipping_tiers (key, name, days_min, days_max, position)
    select t ->> 'key', t ->> 'name', (t ->> 'days_min')::integer, (t ->> 'days_max')::integer, at
    from jsonb_array_elements(${JSON.stringify(tables.tiers)}::jsonb) with ordinality as list (t, at)`.execute(db);
  await sql`insert into shipping_rates (class_id, zone_id, tier_key, currency, price_minor, extra_minor)
    select r.class_id, s.id, r.tier_key, r.currency, r.price_minor, r.extra_minor
    from jsonb_to_recordset(${JSON.stringify(tables.rates)}::jsonb)
      as r (class_id integer, zone text, tier_key text, currency text, price_minor bigint, extra_minor bigint)
    join shipping_zones s on s.name = r.zone`.execute(db);
}

export async function replaceTaxes(
  db: Db,
  rows: readonly { country_code: string; state: string; name: string; percent: string }[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('taxes'))`.execute(db);
  await sql`delete from tax_rates`.execute(db);
  if (rows.length > 0)
    await db
      .insertInto('tax_rates')
      .values(rows.map((row) => ({ ...row })))
      .execute();
}

export const shippingClasses = (db: Db) =>
  db.selectFrom('product_shipping_classes').select(['id', 'slug', 'name']).orderBy('position').orderBy('id').execute();
