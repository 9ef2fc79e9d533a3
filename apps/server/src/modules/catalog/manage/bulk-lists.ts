import { catalogAdmin, catalogNouns } from '@tuneport/contract/catalog/catalog-admin';
import { PageQuery } from '@tuneport/contract/shapes';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { deleteRecord, updateRecord } from '../../../platform/records/records.ts';
import { type BulkList, namesIn } from '../../operations/index.ts';
import { parseChange } from './bulk-edit.ts';
import { deleteDynoRun, filteredDynoRuns } from './dyno-runs.ts';
import { kinds } from './kinds/index.ts';
import { filteredTunes, filteredTuneTypes } from './tune-lists.ts';
import { filteredEngines, filteredGuides, filteredMakes, filteredTransmissions } from './vehicles/vehicle-lists.ts';

type Filtered = SelectQueryBuilder<never, never, object>;
type Kind = 'makes' | 'engines' | 'transmissions' | 'tunes' | 'guides' | 'tune-types';

const search = PageQuery.pick({ search: true }).shape;
const dynoQuery = catalogAdmin['GET /v1/admin/ecu/dyno'].query.shape;

/** `filtered` is the query of the list itself, so that both always match the same rows. */
function rowsOf<Query>(filtered: (db: Db, query: Query) => unknown, alias: string): BulkList['matching'] {
  return async (db, query, { ids, max }) => {
    const id = sql<number>`${sql.ref(`${alias}.id`)}`;
    const rows = await (filtered(db, query) as Filtered)
      .select(id.as('id'))
      .$if(ids !== undefined, (all) => all.where(sql<boolean>`${id} = any(${[...(ids ?? [])]})`))
      .orderBy(sql`1`)
      .limit(max)
      .execute();
    return rows.map(({ id }) => id);
  };
}

function records<Query>(name: Kind, filtered: (db: Db, query: Query) => unknown, alias: string): BulkList {
  const kind = kinds[name] as unknown as (typeof kinds)['makes'];
  return {
    access: 'catalog.write',
    query: z.strictObject({ ...search, ...catalogNouns[name].filters }),
    matching: rowsOf(filtered, alias),
    checkChange: (_db, change) => {
      parseChange(name, change);
    },
    actions: {
      edit: async (db, actor, id, wanted, now) => {
        const change = parseChange(name, wanted) as never;
        return (await updateRecord(db, actor, kind, id, change, null, now)).changed;
      },
      delete: async (db, actor, id, _change, now) => {
        await deleteRecord(db, actor, kind, id, now);
        return true;
      },
    },
    names: namesIn(kind.table, name === 'guides' ? 'title' : 'name'),
  };
}

export const catalogBulkLists = {
  makes: records('makes', filteredMakes, 'm'),
  engines: records('engines', filteredEngines, 'e'),
  transmissions: records('transmissions', filteredTransmissions, 't'),
  tunes: records('tunes', filteredTunes, 'u'),
  guides: records('guides', filteredGuides, 'g'),
  'tune-types': records('tune-types', filteredTuneTypes, 'y'),
  'dyno-runs': {
    access: 'catalog.write',
    query: z.strictObject({
      ...search,
      tune_id: dynoQuery.tune_id,
      source: dynoQuery.source,
    }),
    matching: rowsOf(filteredDynoRuns, 'd'),
    actions: {
      delete: async (db, actor, id) => {
        await deleteDynoRun(db, actor, id);
        return true;
      },
    },
    names: namesIn('dyno_csvs', 'label'),
  } satisfies BulkList,
};
