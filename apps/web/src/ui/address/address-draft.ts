/** The editable fields of an address, as typed. */
export type AddressDraft = {
  readonly country_code: string;
  readonly full_name: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly email: string;
  readonly phone: string;
  readonly vat_id: string;
};

export const emptyAddress: AddressDraft = {
  country_code: '',
  full_name: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  email: '',
  phone: '',
  vat_id: '',
};

type Fields = Omit<AddressDraft, 'vat_id'> & { readonly id?: number; readonly vat_id?: string | undefined };

/** A saved address as a draft: only the editable fields. */
export const draftOf = (address: Fields): AddressDraft => ({
  country_code: address.country_code,
  full_name: address.full_name,
  line1: address.line1,
  line2: address.line2,
  city: address.city,
  state: address.state,
  postal_code: address.postal_code,
  email: address.email,
  phone: address.phone,
  vat_id: address.vat_id ?? '',
});
