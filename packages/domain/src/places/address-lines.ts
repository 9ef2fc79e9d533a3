export type Address = {
  readonly full_name: string;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country_code: string;
};

/** An address as printed on a parcel. */
export const addressLines = (address: Address): string[] =>
  [
    address.full_name,
    address.line1,
    address.line2,
    [address.city, address.state, address.postal_code].filter(Boolean).join(' '),
    address.country_code,
  ].filter((line) => line !== undefined && line !== '') as string[];
