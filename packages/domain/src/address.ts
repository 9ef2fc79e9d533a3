export type Address = {
  readonly id: number | null;
  readonly countryCode: string;
  readonly fullName: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly email: string;
  readonly phone: string;
  readonly readonly: boolean;
};

/** Three names differ on the wire; the others are the same. */
export type WireAddress = Omit<Address, 'countryCode' | 'fullName' | 'postalCode'> & {
  readonly country_code: string;
  readonly full_name: string;
  readonly postal_code: string;
};

export function addressToWire({ countryCode, fullName, postalCode, ...same }: Address): WireAddress {
  return { ...same, country_code: countryCode, full_name: fullName, postal_code: postalCode };
}

export function addressFromWire({ country_code, full_name, postal_code, ...same }: WireAddress): Address {
  return { ...same, countryCode: country_code, fullName: full_name, postalCode: postal_code };
}

/** Saving an address with a positive id changes that one; any other makes a new one. */
export const isUpdate = (address: { readonly id?: number | null }): boolean =>
  typeof address.id === 'number' && address.id > 0;
