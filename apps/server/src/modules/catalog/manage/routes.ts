import { type catalogAdmin, catalogNouns } from '@tuneport/contract/catalog/catalog-admin';
import { writeAudit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { recordRoutes } from '../../../platform/records/define-records.ts';
import { recordHistory } from '../../../platform/records/history.ts';
import { notifySubscribers } from '../subscribe.ts';
import { browseCatalog } from './browse-catalog.ts';
import { bulkEdit } from './bulk-edit.ts';
import { readCatalogSettings, updateCatalogSettings } from './catalog-settings.ts';
import { catalogSystem, refreshCatalog } from './catalog-system.ts';
import { addDynoRun, deleteDynoRun, listDynoRuns } from './dyno-runs.ts';
import { editedKitTree, storeKitTree } from './edit-kit-tree.ts';
import { editorChoices } from './editor-choices.ts';
import { findDuplicates } from './find-duplicates.ts';
import { kinds } from './kinds/index.ts';
import { massAttach, massDetach } from './mass-attach.ts';
import { mergeDuplicates } from './merge/merge-duplicates.ts';
import { priceSheet, takePriceSheet } from './prices/price-sheet.ts';
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

type NounName = keyof typeof catalogNouns;
const of = <K extends NounName>(
  name: K,
  list?: (db: Db, query: never) => Promise<unknown>,
  saved?: (context: Context, record: { id: number }) => Promise<void>,
) =>
  recordRoutes(catalogNouns[name], kinds[name] as never, {
    ...(list ? { list: ({ db, query }: Context & { query: never }) => list(db, query) } : {}),
    ...(saved ? { saved } : {}),
  });

/** Customers who wait for the first tune of an engine are notified when it is saved. */
const notifyWaiting = async ({ db, platform, now }: Context, { id }: { id: number }) => {
  await notifySubscribers(db, platform.config.publicOrigin, [id], now);
};

export const catalogAdminRoutes = handlers<typeof catalogAdmin>({
  'GET /tune-types': ({ db }) => tuneTypeEntries(db),
  ...of('tune-types'),
  'GET /tune-type-groups': ({ db }) => tuneTypeGroupEntries(db),
  ...of('tune-type-groups'),
  ...of('tune-pricing-tiers', listPriceTiers),

  ...of('makes', listMakes),
  ...of('years', listYears),
  ...of('models', listModels),
  ...of('engines', listEngines, notifyWaiting),
  ...of('transmissions', listTransmissions),
  ...of('tunes', listTunes),
  ...of('guides', listGuides),
  'GET /v1/admin/ecu/tune-types': ({ db, query }) => listTuneTypes(db, query),
  ...of('tools', listTools),

  'GET /v1/admin/ecu/choices': ({ db }) => editorChoices(db),
  'GET /v1/admin/ecu/browse': ({ db, query }) => browseCatalog(db, query),
  'GET /v1/admin/ecu/history': ({ db, query }) => recordHistory(db, `catalog-${query.kind}:${query.id}`, query.page),
  'POST /v1/admin/ecu/bulk-edit': ({ db, actor, body, now }) =>
    bulkEdit(db, actor, body.kind, body.ids, body.change, now),

  'GET /v1/admin/ecu/makes/:id/seo': ({ db, params }) => findSeoTexts(db, params.id),
  'PUT /v1/admin/ecu/makes/:id/seo': ({ db, actor, params, body, readAt, now }) =>
    updateSeoTexts(db, actor, params.id, body, readAt, now),
  'GET /v1/admin/ecu/makes/:id/logo': ({ db, params }) => findLogo(db, params.id),
  'POST /v1/admin/ecu/makes/:id/logo': ({ db, platform, actor, params, files }) =>
    storeLogo(db, platform.files, actor, params.id, files),
  'DELETE /v1/admin/ecu/makes/:id/logo': ({ db, actor, params }) => removeLogo(db, actor, params.id),
  'POST /v1/admin/ecu/tunes/:id/mass-attach': ({ db, platform, actor, params, body, now }) =>
    massAttach(db, actor, params.id, body, platform.config.publicOrigin, now),
  'POST /v1/admin/ecu/tunes/:id/mass-detach': ({ db, actor, params, body, now }) =>
    massDetach(db, actor, params.id, body, now),
  'GET /v1/admin/ecu/tunes/prices-csv': async ({ db, actor }) => {
    await writeAudit(db, actor, 'catalog.export', 'catalog', { kind: 'tune prices' });
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="tune-prices.csv"',
      },
      body: await priceSheet(db),
    };
  },
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
