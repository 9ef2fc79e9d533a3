// Unpaid orders reserve stock. Without limits one client could reserve all of it and never pay.

/**
 * Limits per client for unpaid reservations: open orders, total pieces, pieces of one product, and unpaid orders per
 * day.
 */
type HoldLimits = {
  readonly orders: number;
  readonly pieces: number;
  readonly of_one: number;
  readonly a_day: number;
};

/**
 * Guests and users with an unconfirmed e-mail address: one full cart of a product. Several buyers may share an IP
 * address. A site is all networks of one customer of an IPv6 provider.
 */
export const guestHolds = {
  minutes: 15,
  address: { orders: 10, pieces: 30, of_one: 20, a_day: 60 },
  site: { orders: 20, pieces: 60, of_one: 20, a_day: 240 },
  session: { orders: 4, pieces: 20, of_one: 20, a_day: 30 },
  user: { orders: 4, pieces: 20, of_one: 20, a_day: 30 },
} as const satisfies { minutes: number } & Record<string, number | HoldLimits>;

export const memberHolds = {
  minutes: 60,
  address: { orders: 40, pieces: 240, of_one: 60, a_day: 300 },
  site: { orders: 80, pieces: 480, of_one: 120, a_day: 600 },
  user: { orders: 10, pieces: 60, of_one: 20, a_day: 60 },
} as const satisfies { minutes: number } & Record<string, number | HoldLimits>;

/** A started payment extends the reservation, up to a maximum. */
export const paymentMinutes = 15;
export const holdMinutesMax = 90;

/** Unpaid orders per client and day, whether or not they reserve stock. */
export const unpaidOrdersADayMax = { user: 200, guest: 500 } as const;

type Exceeded = { readonly holder: string; readonly limit: string; readonly max?: number };

/** The message when a limit is reached. */
export function holdRefusal({ holder, limit, max }: Exceeded, minutes: number): string {
  const wait = `wait ${minutes} minutes`;
  const isNetwork = holder === 'address' || holder === 'site';
  if (limit === 'of_one' || limit === 'pieces') {
    const what = limit === 'of_one' ? `${max} units of a product` : `${max} pieces`;
    return isNetwork
      ? `At most ${what} can be reserved from your network without paying. Order fewer, ${wait}, or log in.`
      : `You can reserve at most ${what} without paying. Order fewer, or pay for your other orders first.`;
  }
  if (limit === 'a_day')
    return isNetwork
      ? 'Too many orders from your network were left unpaid today. Log in to order, or contact us.'
      : 'Too many of your orders were left unpaid today. Pay for an open one, try again tomorrow, or contact us.';
  return isNetwork
    ? `Too many orders from your network are unpaid. Pay for or cancel one of yours, ${wait}, or log in.`
    : `You have ${max} unpaid orders. Pay for or cancel one of them, or ${wait}.`;
}
