import type { FieldErrors } from '@tuneport/contract/errors';
import { checkPostalCode } from '@tuneport/domain/places/postal-code';
import { normalVatId, vatCountry } from '@tuneport/domain/places/vat-id';
import { countries } from '../../settings/index.ts';
import type { AddressValues } from './address-queries.ts';

const countryByCode = new Map(countries.map((country) => [country.code, country]));

/**
 * Country-specific validation: whether the country exists, its states, its postal code format, and the VAT id. Returns
 * the normalized address.
 */
export function checkAddress<A extends AddressValues>(address: A, prefix = ''): { address: A; errors: FieldErrors } {
  const errors: Record<string, string[]> = {};
  const country = countryByCode.get(address.country_code);
  if (!country) errors[`${prefix}country_code`] = ['Choose a country.'];
  let { state } = address;
  if (country && country.states.length > 0) {
    const wanted = state.toLowerCase();
    const known = country.states.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === wanted));
    if (known) state = known.code;
    else
      errors[`${prefix}state`] = [state === '' ? 'Choose a state or province.' : `${state} is not in ${country.name}.`];
  }
  const postal = checkPostalCode(address.country_code, address.postal_code);
  if ('problem' in postal && country) errors[`${prefix}postal_code`] = [postal.problem];
  const vatId = normalVatId(address.vat_id ?? '');
  if (vatId !== '' && vatCountry(vatId) === null)
    errors[`${prefix}vat_id`] = ['Enter a VAT id of an EU country such as DE136695976, or leave it blank.'];
  const postalCode = 'code' in postal ? postal.code : address.postal_code;
  return { address: { ...address, state, postal_code: postalCode, vat_id: vatId }, errors };
}
