import { type Address, addressLines as linesOf } from '@tuneport/domain/places/address-lines';
import { locale } from '@tuneport/domain/text/text';

export type { Address };

/** An address as printed on a parcel, with the name of the country in the reader's language. */
export const addressLines = (address: Address): string[] =>
  linesOf({ ...address, country_code: countryName(address.country_code) });

/** The name of a country; its code where the name is unknown. */
const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }).of(code) ?? code)
    : code;

/** On one line, for facts and lists. */
export const addressLine = (address: Address | null | undefined): string =>
  address ? addressLines(address).join(', ') : '';

export function AddressText({ address }: { address: Address }) {
  return addressLines(address).map((line) => <div key={line}>{line}</div>);
}
