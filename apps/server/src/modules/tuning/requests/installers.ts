import { type Currency, money, toWire } from '@tuneport/domain/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { nearestFirst, placeNear } from '../../catalog/index.ts';
import type { RequestRow } from './request-queries.ts';

/** Dealers who have a tool for every chosen tune, the nearest first. */
export async function installersFor(db: Db, request: RequestRow, near: string | undefined) {
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
      array(select o.name from dealer_tools dt join tools o on o.id = dt.tool_id where dt.dealer_id = d.id order by o.name) as tools,
      (select min(dt.install_fee_minor) from dealer_tools dt join tune_tools tt on tt.tool_id = dt.tool_id
        where dt.dealer_id = d.id and tt.tune_id = any(${request.tune_ids})) as fee_minor, d.currency
    from dealers d
    where d.state = 'active' and not exists (
      select from unnest(${request.tune_ids}::integer[]) wanted(tune_id)
      where not exists (select from tune_tools tt join dealer_tools dt on dt.tool_id = tt.tool_id
        where tt.tune_id = wanted.tune_id and dt.dealer_id = d.id))
    order by d.name, d.id limit 50`.execute(db);
  return nearestFirst(placeNear(near), rows).map(({ fee_minor, currency, address: _, ...dealer }) => ({
    ...dealer,
    install_fee: fee_minor === null ? null : toWire(money(fee_minor, currency as Currency)),
  }));
}
