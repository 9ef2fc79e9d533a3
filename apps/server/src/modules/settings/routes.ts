import type { settings } from '@tuneport/contract/settings/settings';
import type { settingsAdmin } from '@tuneport/contract/settings/settings-admin';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../platform/http/context.ts';
import { alerts } from './alerts.ts';
import { requireConversionRate } from './conversion-rate.ts';
import { countries } from './countries.ts';
import { settingNames, settingsOfAdmins } from './known-settings.ts';
import { listSales } from './notice-queries.ts';
import { alertsFor, noticesOf } from './notices.ts';
import { presentSaleRecord, presentSettings } from './present.ts';
import { recaptcha, switchStates } from './public-settings.ts';
import { readSettings, settingsOf } from './read-settings.ts';
import { createSale, deleteSale, findSale, updateSale } from './sales.ts';
import { setSwitch } from './set-switch.ts';
import { uiState } from './ui-state.ts';
import { updateSettings } from './update-settings.ts';

export const settingsRoutes = handlers<typeof settings>({
  'GET /global/v1/ui-state': ({ platform, actor, clientInfo, region, now }) =>
    uiState(platform, { actor, clientInfo, region, now }),
  'GET /switch-states': async ({ platform }) => switchStates(await settingsOf(platform)),
  'GET /recaptcha-settings': async ({ platform }) => recaptcha(await settingsOf(platform), platform.config.recaptcha),
  'GET /alerts': async ({ platform, actor, now }) => alertsFor(await noticesOf(platform), actor, now),
  'GET /countries': () => countries,
  'GET /conversion-rate': async ({ platform, query }) =>
    requireConversionRate((await settingsOf(platform)).conversion_rates, query.currency_from, query.currency_to),
});

export const settingsAdminRoutes = handlers<typeof settingsAdmin>({
  'GET /v1/admin/settings': async ({ db }) => presentSettings(await readSettings(db)),
  'PATCH /v1/admin/settings': async ({ db, actor, body, readAt, now }) =>
    presentSettings(
      await updateSettings(db, actor, body, readAt, now, may(actor, 'superadmin') ? settingNames : settingsOfAdmins),
    ),

  'PUT /v1/admin/switch-states/:name': ({ db, actor, params, body, now }) =>
    setSwitch(db, actor, params.name, body.value, now),

  ...alerts.routes,

  'GET /v1/admin/sales': async ({ db, query, now }) => {
    const page = await listSales(db, query, now);
    return { ...page, data: page.data.map((sale) => presentSaleRecord(sale, now)) };
  },
  'GET /v1/admin/sales/:id': async ({ db, params, now }) => presentSaleRecord(await findSale(db, params.id), now),
  'POST /v1/admin/sales': async ({ db, actor, body, now }) =>
    presentSaleRecord(await createSale(db, actor, body, now), now),
  'PATCH /v1/admin/sales/:id': async ({ db, actor, params, body, readAt, now }) =>
    presentSaleRecord(await updateSale(db, actor, params.id, body, readAt, now), now),
  'DELETE /v1/admin/sales/:id': ({ db, actor, params }) => deleteSale(db, actor, params.id),
});
