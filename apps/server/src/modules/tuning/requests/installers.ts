import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { nearestFirst, placeNear, writesTune } from '../../catalog/index.ts';
import type { RequestRow } from './request-queries.ts';

/** Dealers who own a tool for every chosen tune of this vehicle, nearest first. */
export async function installersFor(db: Db, request: RequestRow, near: string | undefined) {
  const car = { engine: request.engine_id, transmission: request.transmission_id };
  const writes = writesTune(sql.ref('wanted.tune_id'), sql.ref('o.id'), car);
  const { rows } = await sql<{
    id: number;
    slug: string;
    name: string;
    place: string;
    address: { city?: string; state?: string; postal_code?: string; country_code?: string } | null;
    tools: string[];
    fee_minor: bigint | null;
    currency: string;
  }>`
    select d.id, d.slug, d.name,
      concat_ws(', ', nullif(d.billing_address ->> 'city', ''), nullif(d.billing_address ->> 'state', ''),
        nullif(d.billing_address ->> 'country_code', '')) as place, d.billing_address as address,
      array(select o.name from dealer_tools dt join tools o on o.id = dt.tool_id
        where dt.dealer_id = d.id and o.is_dealer_ownable order by o.name) as tools,
      (select min(dt.install_fee_minor) from dealer_tools dt join tools o on o.id = dt.tool_id
        where dt.dealer_id = d.id and o.is_dealer_ownable and exists (
          select from unnest(${request.tune_ids}::integer[]) wanted(tune_id) where ${writes})) as fee_minor, d.currency
    from dealers d
    where d.state = 'active' and not exists (
      select from unnest(${request.tune_ids}::integer[]) wanted(tune_id)
      where not exists (select from dealer_tools dt join tools o on o.id = dt.tool_id
        where dt.dealer_id = d.id and o.is_dealer_ownable and ${writes}))
    order by d.name, d.id limit 50`.execute(db);
  return nearestFirst(placeNear(near), rows).map(({ fee_minor, currency, address: _, ...dealer }) => ({
    ...dealer,
    install_fee: fee_minor === null ? null : toWire(money(fee_minor, currency as Currency)),
  }));
}
