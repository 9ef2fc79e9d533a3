import { isEuCountry } from '@tuneport/domain/places/eu-countries';
import type { RegionId } from '@tuneport/domain/places/regions';
import { vatCountry } from '@tuneport/domain/places/vat-id';
import { type Tax, type TaxTerms, taxesAt } from '@tuneport/domain/store/tax/tax-table';
import type { Platform } from '../../../platform/platform.ts';
import { verifiedBusiness } from '../../dealers/index.ts';
import type { AddressValues } from '../../identity/index.ts';
import { pricesIncludeTax, settingsOf } from '../../settings/index.ts';
import { tablesOf } from './table-cache.ts';

export type TaxPlace = { readonly countryCode: string; readonly state: string };

/** The taxes of a sale and how its prices contain them. */
export type SaleTaxes = {
  readonly terms: TaxTerms;
  readonly taxes: readonly Tax[];
  /** The business that accounts for the tax, as the invoice names it; null without reverse charge. */
  readonly business: AddressValues | null;
};

/**
 * Goods are taxed where they are delivered, tunes where the customer is. Under reverse charge the prices are lowered by
 * the tax of the country of the verified VAT id, so that no address changes what a business pays.
 */
export async function saleTaxes(
  platform: Platform,
  sale: { readonly region: RegionId; readonly dealerId: number | null; readonly place: TaxPlace | null },
): Promise<SaleTaxes> {
  const [settings, { taxes }] = await Promise.all([settingsOf(platform), tablesOf(platform)]);
  const included = pricesIncludeTax(settings, sale.region);
  const charged = { terms: { included, reverseCharge: false }, taxes: taxesAt(taxes, sale.place), business: null };
  const seller = vatCountry(settings.company_vat_id);
  const to = sale.place?.countryCode;
  if (sale.dealerId === null || seller === null || to === undefined || to === seller || !isEuCountry(to))
    return charged;
  const business = await verifiedBusiness(platform.db, sale.dealerId);
  const country = vatCountry(business?.vat_id ?? '');
  if (!business || country === null || country === seller) return charged;
  return {
    terms: { included, reverseCharge: true },
    taxes: taxesAt(taxes, { countryCode: country }),
    business,
  };
}
