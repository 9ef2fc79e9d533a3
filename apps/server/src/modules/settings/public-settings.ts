import { type Currency, isCurrency } from '@tuneport/domain/money/money';
import { type RegionId, regions } from '@tuneport/domain/places/regions';
import type { Config } from '../../platform/config.ts';
import type { SettingsNow } from './known-settings.ts';

/** The configured currency, else that of the region; if the store does not allow it, the first one it does. */
export function defaultCurrency(
  settings: Pick<SettingsNow, 'currencies' | 'default_currency'>,
  region: RegionId,
): Currency {
  const allowed = settings.currencies.filter(isCurrency);
  const wanted = settings.default_currency ?? (region === regions.NorthAmerica ? 'CAD' : 'EUR');
  const found = allowed.find((currency) => currency === wanted) ?? allowed[0];
  if (!found) throw new RangeError('a store allows at least one currency');
  return found;
}

/**
 * The currency of the price lists. Prices that a table does not have in another currency are converted from it, and
 * fixed discounts are amounts in it. The same in all regions, unlike the currency that visitors see first.
 */
export function priceCurrency(
  settings: Pick<SettingsNow, 'currencies' | 'default_currency' | 'conversion_rates'>,
): Currency {
  const allowed = settings.currencies.filter(isCurrency);
  const wanted = settings.default_currency ?? settings.conversion_rates.base;
  const found = allowed.find((currency) => currency === wanted) ?? allowed[0];
  if (!found) throw new RangeError('a store allows at least one currency');
  return found;
}

/**
 * The first of these that the store supports, else its default: the visitor's choice precedes the preference of dealer
 * or user.
 */
export function shownCurrency(
  settings: Pick<SettingsNow, 'currencies' | 'default_currency'>,
  region: RegionId,
  wanted: readonly (string | null | undefined)[],
): Currency {
  const allowed = settings.currencies.filter(isCurrency);
  const found = wanted.find((one) => allowed.some((currency) => currency === one));
  return isCurrency(found) ? found : defaultCurrency(settings, region);
}

function regionList(settings: SettingsNow, active: readonly RegionId[]) {
  return active.map((id) => ({ id, name: settings[`region_${id}_name`], url: settings[`region_${id}_url`] }));
}

/** Same choice as `GET /auth/redirect`, for links that must work without JavaScript. */
const loginUrl = ({ oidc }: Pick<Config, 'oidc'>): string => (oidc ? '/api/auth/oidc/start' : '/auth/login');

/** Whether the prices of a region contain the taxes of the customer's place. */
export const pricesIncludeTax = (
  settings: Pick<SettingsNow, 'region_1_prices_include_tax' | 'region_2_prices_include_tax'>,
  region: RegionId,
): boolean => settings[`region_${region}_prices_include_tax`];

export function publicSettings(settings: SettingsNow, region: RegionId, config: Pick<Config, 'regions' | 'oidc'>) {
  const { tickets_nav_f, tickets_nav_dd, www_rpa, www_taa, www_immo_off, www_kit_builder } = settings;
  return {
    region,
    regions: regionList(settings, config.regions),
    currencies: settings.currencies,
    default_currency: defaultCurrency(settings, region),
    price_currency: priceCurrency(settings),
    prices_include_tax: pricesIncludeTax(settings, region),
    flags: { tickets_nav_f, tickets_nav_dd, www_rpa, www_taa, www_immo_off, www_kit_builder },
    support_hours: settings.support_hours,
    tracking: {
      google_analytics_id: settings.google_analytics_id,
      meta_pixel_id: settings.meta_pixel_id,
      ad_conversion_id: settings.ad_conversion_id,
    },
    login_url: loginUrl(config),
    company: {
      name: settings.company_name,
      address: settings.company_address,
      phone: settings.company_phone,
      email: settings.company_email,
    },
    redirects: settings.redirects,
  };
}

/** Enabled only with both key and secret; otherwise it would block every form. */
export function recaptcha(settings: SettingsNow, guard: Config['recaptcha']) {
  const key = settings.recaptcha_enabled && guard ? settings.recaptcha_site_key : null;
  if (key === null || !guard) return { enabled: false, site_key: null, script_url: null };
  return { enabled: true, site_key: key, script_url: `${guard.url}/api.js?render=${encodeURIComponent(key)}` };
}

export const switchStates = (settings: SettingsNow) => ({
  'fz-shortage': settings['fz-shortage'],
  'fz-shortage-month': settings['fz-shortage-month'],
  'fzl-shortage': settings['fzl-shortage'],
  'fzl-shortage-month': settings['fzl-shortage-month'],
});
