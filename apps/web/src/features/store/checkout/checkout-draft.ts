import { type AddressDraft, emptyAddress } from '../../../ui/address/address-draft.ts';

// What somebody has typed at checkout. Kept for this tab until the order is placed, so that neither an error nor a reload nor the
// way back loses anything; another tab and another person at this computer do not see it.

export type PlacedOrder = {
  readonly id: number;
  readonly token: string;
  /** What was ordered, as text: the same wish again is the same order. */
  readonly input: string;
};

export type CheckoutDraft = {
  readonly billing: AddressDraft;
  readonly shipping: AddressDraft;
  /** The goods go to the billing address. */
  readonly addressesAreTheSame: boolean;
  /** Saved addresses they were taken from. */
  readonly billingId: number | null;
  readonly shippingId: number | null;
  readonly tier: string | null;
  readonly codes: readonly string[];
  readonly saveAddress: boolean;
  /** Placed and not paid yet. */
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

/** What was stored, with everything it lacks filled in; anything else is an empty draft. */
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

/** Far enough typed to know what sending costs. */
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
