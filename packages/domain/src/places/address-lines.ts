import { t } from '../text/text.ts';
import { isEuCountry } from './eu-countries.ts';

export type Address = {
  readonly full_name: string;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country_code: string;
  readonly vat_id?: string | undefined;
};

/** On the continent of Europe the postal code precedes the city; elsewhere it ends the line. */
const codeIsFirst = (country: string) =>
  (isEuCountry(country) && country !== 'IE') || ['CH', 'IS', 'LI', 'NO'].includes(country);

/** City, state and postal code in the order of their country. */
function cityLine({ city, state, postal_code, country_code }: Omit<Address, 'full_name' | 'line1'>): string {
  const parts = codeIsFirst(country_code) ? [postal_code, city, state] : [city, state, postal_code];
  return parts.filter(Boolean).join(' ');
}

/** An address as printed on a parcel, and on an invoice with the VAT id of a business. */
export const addressLines = (address: Address): string[] =>
  [
    address.full_name,
    address.line1,
    address.line2,
    cityLine(address),
    address.country_code,
    address.vat_id ? t('VAT id {id}', { id: address.vat_id }) : '',
  ].filter((line) => line !== undefined && line !== '') as string[];
