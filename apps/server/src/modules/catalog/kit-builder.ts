import type { KitNode } from '@tuneport/domain/catalog/kit-tree';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { nodesOf } from '@tuneport/domain/trees/tree';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';

export const storedKitTree = (db: Db) =>
  db.selectFrom('kit_builder_trees').select(['tree', 'updated_at']).where('id', '=', 1).executeTakeFirst();

export const tunesNamed = (tree: KitNode): number[] => [...new Set([...nodesOf(tree)].flatMap(({ tunes }) => tunes))];

type TuneRow = {
  id: number;
  name: string;
  slug: string;
  make: string;
  year: string;
  model: string;
  engine: string;
  vehicle: string;
};

/** The tree as visitors see it, with its tunes in the region and, for each, a vehicle it can be selected for. */
export async function readKitTree(db: Db, region: Region) {
  const stored = await storedKitTree(db);
  if (!stored) return undefined;
  const tree = stored.tree as KitNode;
  const here = sql`array[${region}]::smallint[]`;
  const { rows } = await sql<TuneRow>`
    select t.id, t.name, t.slug, v.*
    from tunes t join lateral (
      select m.slug as make, y.year, o.slug as model, v.engine_slug as engine,
        case when y.year = 'Series' then m.name || ' ' || o.name else y.year || ' ' || m.name || ' ' || o.name end as vehicle
      from engine_tunes x join vehicles v on v.engine_id = x.engine_id and v.regions @> ${here}
      join years y on y.id = v.year_id join models o on o.id = v.model_id join makes m on m.id = o.make_id
      where x.tune_id = t.id order by y.rank desc, v.id limit 1
    ) v on true
    where t.id = any(${tunesNamed(tree)}::integer[]) and t.regions @> ${here}
    order by t.id`.execute(db);
  return {
    tree,
    tunes: rows.map(({ id, name, slug, vehicle, ...parts }) => ({
      id,
      name,
      vehicle,
      path: `${vehiclePath('/catalog', parts)}?tune=${encodeURIComponent(slug)}`,
    })),
    updated_at: stored.updated_at,
  };
}
