import { t } from '../text/text.ts';

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

/** An address as printed on a parcel, and on an invoice with the VAT id of a business. */
export const addressLines = (address: Address): string[] =>
  [
    address.full_name,
    address.line1,
    address.line2,
    [address.city, address.state, address.postal_code].filter(Boolean).join(' '),
    address.country_code,
    address.vat_id ? t('VAT id {id}', { id: address.vat_id }) : '',
  ].filter((line) => line !== undefined && line !== '') as string[];
