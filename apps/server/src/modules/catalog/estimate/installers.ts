import { solveTools } from '@tuneport/domain/catalog/tools/tool-set';
import { type Currency, convert, money, ratio, toWire } from '@tuneport/domain/money/money';
import { distanceKm, type FoundPlace, findPlace } from '@tuneport/domain/places/find-place';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { countries } from '../../settings/index.ts';
import { type Sides, toolRows } from './check-compat.ts';
import type { MadeEstimate } from './estimate.ts';

/** A dealer that installs, with its installation fee for each of its tools. */
export type Installer = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly fees: ReadonlyMap<number, bigint>;
};

const installersMax = 500;

type DealerRow = Omit<Installer, 'fees'> & {
  readonly place: string;
  readonly address: { city?: string; state?: string; postal_code?: string; country_code?: string } | null;
  readonly fees: Record<string, string>;
};

const dealers = (db: Db, which: ReturnType<typeof sql<boolean>>) =>
  sql<DealerRow>`
    select d.id, d.slug, d.name, d.currency, d.billing_address as address,
      concat_ws(', ', nullif(d.billing_address ->> 'city', ''), nullif(d.billing_address ->> 'state', ''),
        nullif(d.billing_address ->> 'country_code', '')) as place,
      coalesce((select jsonb_object_agg(t.tool_id, t.install_fee_minor::text) from dealer_tools t where t.dealer_id = d.id), '{}') as fees
    from dealers d where d.state = 'active' and ${which} order by d.name, d.id limit ${installersMax}`.execute(db);

const installerOf = ({ id, slug, name, currency, fees }: DealerRow): Installer => ({
  id,
  slug,
  name,
  currency,
  fees: new Map(Object.entries(fees).map(([tool, fee]) => [Number(tool), BigInt(fee)])),
});

/** By id or slug; a dealer that does not install causes a field error. */
export async function installerNamed(db: Db, named: string): Promise<Installer> {
  const { rows } = await dealers(
    db,
    /^\d{1,9}$/.test(named) ? sql<boolean>`d.id = ${Number(named)}` : sql<boolean>`d.slug = ${named}`,
  );
  const [found] = rows;
  if (!found) throw fieldRefusal({ installer: ['This dealer is not taking installations right now.'] });
  return installerOf(found);
}

/** The same vehicle restricted to the tools of one workshop, at its fees. */
export function inWorkshop({ engine, transmission }: Sides, installer: Installer): Sides {
  const own = <T extends NonNullable<Sides['engine' | 'transmission']>>(side: T): T => ({
    ...side,
    tools: side.tools.flatMap((tool) => {
      const fee = installer.fees.get(tool.id);
      return fee === undefined || !tool.is_dealer_ownable
        ? []
        : [{ ...tool, install_fee_minor: fee, currency: installer.currency }];
    }),
  });
  return { engine: engine && own(engine), transmission: transmission && own(transmission) };
}

export const lacksTools = ({ name }: Installer) =>
  fieldRefusal({ installer: [`${name} does not have the tools for this selection. Choose another dealer.`] });

type Located = { readonly name: string; readonly place: string; readonly address: DealerRow['address'] };

/** The location to search from, if it can be resolved. */
export const placeNear = (text: string | undefined, country?: string | undefined): FoundPlace | null =>
  text === undefined && country === undefined ? null : findPlace(countries, { text: text ?? '', country });

/** Sorts by distance, unknown distances last. Distances are between towns, not street addresses. */
export function nearestFirst<T extends Located>(near: FoundPlace | null, rows: readonly T[]) {
  const measured = rows.map((row) => {
    const { city = '', state = '', postal_code = '', country_code } = row.address ?? {};
    const at = near && findPlace(countries, { text: `${city} ${state} ${postal_code}`, country: country_code });
    return { ...row, distance_km: near && at ? distanceKm(near, at) : null };
  });
  const far = Number.POSITIVE_INFINITY;
  return measured.sort(
    (one, two) => (one.distance_km ?? far) - (two.distance_km ?? far) || one.name.localeCompare(two.name, 'en'),
  );
}

/** Dealers that can install the estimated selection, with their price in the currency of the estimate. */
export async function installersFor(db: Db, made: MadeEstimate, near: FoundPlace | null) {
  const { sides, problem, view } = made;
  const ids = toolRows(sides).map(({ id }) => id);
  const { rows } = await dealers(
    db,
    sql<boolean>`exists (select from dealer_tools t where t.dealer_id = d.id and t.tool_id = any(${ids}::integer[]))`,
  );
  const able = rows.flatMap((row) => {
    const installer = installerOf(row);
    const workshop = toolRows(inWorkshop(sides, installer));
    const tools = workshop.map(({ id, install_fee_minor, is_rentable }) => ({
      id,
      installFeeMinor: install_fee_minor,
      isRentable: is_rentable,
    }));
    const solution = solveTools({ ...problem, tools, ownedToolIds: [], setsMax: 1 });
    const [set] = solution.combinations;
    const rate = installer.currency === view.currency ? '1' : view.rateTo(installer.currency);
    if (solution.kind === 'unsolved' || !set || rate === null) return [];
    const used = workshop.filter(({ id }) => set.toolIds.includes(id));
    const isOwn = installer.id === made.dealer?.id;
    const feeMinor = used.reduce((sum, { install_fee_minor }) => {
      const fee = money(isOwn ? 0n : install_fee_minor, installer.currency as Currency);
      return sum + convert(fee, ratio(rate), view.currency).amountMinor;
    }, 0n);
    return [{ ...row, tools: used.map(({ name }) => name), install_fee: toWire(money(feeMinor, view.currency)) }];
  });
  return nearestFirst(near, able).map(({ id, slug, name, place, tools, install_fee, distance_km }) => ({
    id,
    slug,
    name,
    place,
    distance_km,
    tools,
    install_fee,
  }));
}
