import { type AddressDraft, emptyAddress } from '../../../ui/address/address-draft.ts';

// Input typed at checkout. Stored for this tab until the order is placed, so that it survives errors, reloads and
// navigation; it is not visible to other tabs or to another person on this computer.

type PlacedOrder = {
  readonly id: number;
  readonly token: string;
  /** Serialized order input: the same input reuses the same order. */
  readonly input: string;
};

export type CheckoutDraft = {
  readonly billing: AddressDraft;
  readonly shipping: AddressDraft;
  /** The shipping address equals the billing address. */
  readonly addressesAreTheSame: boolean;
  /** Ids of the saved addresses used. */
  readonly billingId: number | null;
  readonly shippingId: number | null;
  readonly tier: string | null;
  readonly codes: readonly string[];
  readonly saveAddress: boolean;
  /** The order that is placed but not paid yet. */
  readonly placed: PlacedOrder | null;
};

export const emptyDraft: CheckoutDraft = {
  billing: emptyAddress,
  shipping: emptyAddress,
  addressesAreTheSame: true,
  billingId: null,
  shippingId: null,
  tier: null,
  codes: [],
  saveAddress: false,
  placed: null,
};

/** The stored draft with missing fields filled in; an empty draft if it is invalid. */
export function readDraft(stored: string | null): CheckoutDraft {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<CheckoutDraft> | null;
    if (draft === null || typeof draft !== 'object') return emptyDraft;
    return {
      ...emptyDraft,
      ...draft,
      billing: { ...emptyAddress, ...draft.billing },
      shipping: { ...emptyAddress, ...draft.shipping },
      codes: Array.isArray(draft.codes) ? draft.codes : [],
    };
  } catch {
    return emptyDraft;
  }
}

export const destinationOf = (draft: CheckoutDraft): AddressDraft =>
  draft.addressesAreTheSame ? draft.billing : draft.shipping;

/** Enough of the address is typed to calculate shipping. */
export const isDestination = (
  address: AddressDraft,
  countries: readonly { readonly code: string; readonly states: readonly unknown[] }[],
): boolean => {
  const country = countries.find(({ code }) => code === address.country_code);
  return country !== undefined && (country.states.length === 0 || address.state !== '');
};

/** Field errors of an order, for the fields of one address: `billing.city` becomes `city`. */
export const errorsUnder = (
  errors: Readonly<Record<string, readonly string[]>>,
  prefix: 'billing' | 'shipping',
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) =>
      name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), messages]] : [],
    ),
  );
