import type { catalogAdmin } from '@tuneport/contract/catalog/catalog-admin';
import type { Change, RecordKindName, RecordOf } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { notifySubscribers } from '../subscribe.ts';
import { browseCatalog } from './browse-catalog.ts';
import { readCatalogSettings, updateCatalogSettings } from './catalog-settings.ts';
import { catalogSystem, refreshCatalog } from './catalog-system.ts';
import { addDynoRun, deleteDynoRun, listDynoRuns } from './dyno-runs.ts';
import { editedKitTree, storeKitTree } from './edit-kit-tree.ts';
import { editorChoices } from './editor-choices.ts';
import { findDuplicates } from './find-duplicates.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { bulkEdit, createRecord, deleteRecord, findRecord, updateRecord } from './manage-records.ts';
import { massAttach } from './mass-attach.ts';
import { mergeDuplicates } from './merge/merge-duplicates.ts';
import { priceSheet, takePriceSheet } from './prices/price-sheet.ts';
import { recordHistory } from './record-history.ts';
import { findSeoTexts, updateSeoTexts } from './seo-texts.ts';
import {
  listPriceTiers,
  listTools,
  listTunes,
  listTuneTypes,
  tuneTypeEntries,
  tuneTypeGroupEntries,
} from './tune-lists.ts';
import { findLogo, removeLogo, storeLogo } from './vehicles/make-logo.ts';
import {
  listEngines,
  listGuides,
  listMakes,
  listModels,
  listTransmissions,
  listYears,
} from './vehicles/vehicle-lists.ts';

type OfOne = Context & { params: { id: number } };

/** The handlers of one kind; all kinds share the four record operations. */
function one<const P extends string, K extends RecordKindName>(path: P, name: K) {
  const kind = kinds[name] as unknown as Kind<K>;
  // Subscribers of an engine are notified with the save that adds its first tune.
  const afterWrite = async <R extends { id: number }>({ db, platform, now }: Context, record: R): Promise<R> => {
    if (name === 'engines') await notifySubscribers(db, platform.config.publicOrigin, [record.id], now);
    return record;
  };
  const map = {
    [`POST ${path}`]: async (input: Context & { body: Change<K> }) =>
      afterWrite(input, await createRecord(input.db, input.actor, kind, input.body, input.now)),
    [`GET ${path}/:id`]: ({ db, params }: OfOne) => findRecord(db, kind, params.id),
    [`PATCH ${path}/:id`]: async (input: OfOne & { body: Change<K> }) => {
      const { db, actor, params, body, readAt, now } = input;
      const { record } = await updateRecord(db, actor, kind, params.id, body, readAt, now);
      return afterWrite(input, record);
    },
    [`DELETE ${path}/:id`]: ({ db, actor, params }: OfOne) => deleteRecord(db, actor, kind, params.id),
  };
  return map as unknown as {
    readonly [Key in `POST ${P}`]: (input: Context & { body: Change<K> }) => Promise<RecordOf<K>>;
  } & { readonly [Key in `GET ${P}/:id`]: (input: OfOne) => Promise<RecordOf<K>> } & {
    readonly [Key in `PATCH ${P}/:id`]: (input: OfOne & { body: Change<K> }) => Promise<RecordOf<K>>;
  } & { readonly [Key in `DELETE ${P}/:id`]: (input: OfOne) => Promise<void> };
}

export const catalogAdminRoutes = handlers<typeof catalogAdmin>({
  'GET /tune-types': ({ db }) => tuneTypeEntries(db),
  ...one('/tune-types', 'tune-types'),
  'GET /tune-type-groups': ({ db }) => tuneTypeGroupEntries(db),
  ...one('/tune-type-groups', 'tune-type-groups'),
  'GET /tune-pricing-tiers': ({ db, query }) => listPriceTiers(db, query),
  ...one('/tune-pricing-tiers', 'tune-pricing-tiers'),

  'GET /v1/admin/ecu/makes': ({ db, query }) => listMakes(db, query),
  ...one('/v1/admin/ecu/makes', 'makes'),
  'GET /v1/admin/ecu/years': ({ db, query }) => listYears(db, query),
  ...one('/v1/admin/ecu/years', 'years'),
  'GET /v1/admin/ecu/models': ({ db, query }) => listModels(db, query),
  ...one('/v1/admin/ecu/models', 'models'),
  'GET /v1/admin/ecu/engines': ({ db, query }) => listEngines(db, query),
  ...one('/v1/admin/ecu/engines', 'engines'),
  'GET /v1/admin/ecu/transmissions': ({ db, query }) => listTransmissions(db, query),
  ...one('/v1/admin/ecu/transmissions', 'transmissions'),
  'GET /v1/admin/ecu/tunes': ({ db, query }) => listTunes(db, query),
  ...one('/v1/admin/ecu/tunes', 'tunes'),
  'GET /v1/admin/ecu/guides': ({ db, query }) => listGuides(db, query),
  ...one('/v1/admin/ecu/guides', 'guides'),
  'GET /v1/admin/ecu/tune-types': ({ db, query }) => listTuneTypes(db, query),
  'GET /v1/admin/ecu/tools': ({ db, query }) => listTools(db, query),
  ...one('/v1/admin/ecu/tools', 'tools'),

  'GET /v1/admin/ecu/choices': ({ db }) => editorChoices(db),
  'GET /v1/admin/ecu/browse': ({ db, query }) => browseCatalog(db, query),
  'GET /v1/admin/ecu/history': ({ db, query }) => recordHistory(db, `catalog-${query.kind}:${query.id}`, query.page),
  'POST /v1/admin/ecu/bulk-edit': ({ db, actor, body, now }) =>
    bulkEdit(db, actor, kinds[body.kind] as Kind<RecordKindName>, body.ids, body.change, now),

  'GET /v1/admin/ecu/makes/:id/seo': ({ db, params }) => findSeoTexts(db, params.id),
  'PUT /v1/admin/ecu/makes/:id/seo': ({ db, actor, params, body, readAt, now }) =>
    updateSeoTexts(db, actor, params.id, body, readAt, now),
  'GET /v1/admin/ecu/makes/:id/logo': ({ db, params }) => findLogo(db, params.id),
  'POST /v1/admin/ecu/makes/:id/logo': ({ db, platform, actor, params, files }) =>
    storeLogo(db, platform.files, actor, params.id, files),
  'DELETE /v1/admin/ecu/makes/:id/logo': ({ db, actor, params }) => removeLogo(db, actor, params.id),
  'POST /v1/admin/ecu/tunes/:id/mass-attach': ({ db, platform, actor, params, body, now }) =>
    massAttach(db, actor, params.id, body, platform.config.publicOrigin, now),
  'GET /v1/admin/ecu/tunes/prices-csv': async ({ db }) => ({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tune-prices.csv"',
    },
    body: await priceSheet(db),
  }),
  'POST /v1/admin/ecu/tunes/prices-csv': ({ db, actor, body, files, now }) =>
    takePriceSheet(db, actor, files, body.dry_run === 'true', now),
  'GET /v1/admin/ecu/duplicates': ({ db, query }) => findDuplicates(db, query.entity, query.page),
  'POST /v1/admin/ecu/duplicates/merge': ({ db, actor, body, now }) => mergeDuplicates(db, actor, body, now),
  'GET /v1/admin/ecu/settings': ({ db }) => readCatalogSettings(db),
  'PUT /v1/admin/ecu/settings': ({ db, actor, body, readAt, now }) =>
    updateCatalogSettings(db, actor, body, readAt, now),
  'GET /v1/admin/ecu/system': ({ db }) => catalogSystem(db),
  'POST /v1/admin/ecu/system/refresh': ({ db, actor }) => refreshCatalog(db, actor),

  'GET /v1/admin/kit-builder/tree': ({ db, platform }) => editedKitTree(db, platform),
  'PUT /v1/admin/kit-builder/tree': ({ db, platform, actor, body, readAt, now }) =>
    storeKitTree(db, platform, actor, body.tree, readAt, now),

  'GET /v1/admin/ecu/dyno': ({ db, query }) => listDynoRuns(db, query),
  'POST /dyno-csv': ({ db, platform, actor, body, files }) => addDynoRun(db, platform.files, actor, body, files),
  'DELETE /dyno-csv/:id': ({ db, actor, params }) => deleteDynoRun(db, actor, params.id),
});
