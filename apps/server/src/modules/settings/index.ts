export { companyZone, storedCompanyZone } from './company-zone.ts';
export { conversionRate, requireConversionRate } from './conversion-rate.ts';
export { countries } from './countries.ts';
export { type CodesFound, codesFor } from './discount-codes.ts';
export type { SettingsNow } from './known-settings.ts';
export { saleCodeTaken } from './notice-queries.ts';
export { salesFor } from './notices.ts';
export { proveHuman } from './prove-human.ts';
export {
  defaultCurrency,
  pricesIncludeTax,
  publicSettings,
  recaptcha,
  regionList,
  shownCurrency,
} from './public-settings.ts';
export { readSettings, settingsOf } from './read-settings.ts';
export { settingsAdminRoutes, settingsRoutes } from './routes.ts';
export { createSale } from './sales.ts';
export { sellerOf } from './seller.ts';
export { colorRoutes, siteThemeCss } from './site-theme.ts';
export { personalState } from './ui-state.ts';
export { updateSettings } from './update-settings.ts';
export { agreedToStatistics, noteSaleVisitor, trafficVisitor, visitorIds } from './visitor-id.ts';
