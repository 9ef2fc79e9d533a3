import type { NewRental, rentalsAdmin } from '@tuneport/contract/store/rentals';
import { may } from '@tuneport/domain/identity/permissions';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { arrangedHoldDays, rentalPeriods } from '@tuneport/domain/store/rental-states';
import type { z } from 'zod';
import type { Actor, SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers, type Region } from '../../../platform/http/context.ts';
import { fingerprintOf } from '../../../platform/http/mount/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { actorOfUser, addressesOf, isMemberCandidate } from '../../identity/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { cancelOrder } from '../orders/end-order.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { payOrder } from '../orders/pay-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { presentSums } from '../orders/present-order.ts';
import { priceCart, standardDays } from '../orders/price-cart.ts';
import { offersFor } from '../orders/quote-shipping.ts';
import { productListOf } from '../products/product-cache.ts';
import { balancesFor } from '../tenders/list-balances.ts';
import { sendRentalOffer } from './rental-offer-mail.ts';
import { rentalsOfOrder } from './rental-queries.ts';

// Staff rent a tool out to a customer: the customer's own order, placed for them. Prices, stock and states are those of
// a rental that the customer orders.

type Input = z.output<typeof NewRental>;
type Staff = { readonly platform: Platform; readonly actor: Actor; readonly region: Region; readonly now: Date };

/** The customer with their own prices, from the address of the staff member. Never staff themselves or their company. */
async function customerOf(db: Db, { actor }: Pick<Staff, 'actor'>, userId: number): Promise<SignedInActor> {
  const customer = (await isMemberCandidate(db, userId)) ? await actorOfUser(db, userId) : null;
  if (!customer) throw fieldRefusal({ user_id: ['No customer with this account.'] });
  await requireNotOwnBusiness(db, actor, { user: userId }, ...customer.dealers.map(({ id }) => ({ dealer: id })));
  return { ...customer, address: actor.address };
}

async function toolOf({ platform, region }: Staff, slug: string) {
  const product = (await productListOf(platform, region)).bySlug.get(slug);
  if (!product?.isRental && !product?.isLoaner) throw fieldRefusal({ slug: ['Choose a tool that is rented or lent.'] });
  return product;
}

const cartOf = (input: Pick<Input, 'slug' | 'options' | 'quantity' | 'days'>) => ({
  entries: [{ slug: input.slug, options: input.options, quantity: input.quantity, days: input.days }],
  codes: [],
});

type QuoteInput = Pick<Input, 'slug' | 'options' | 'quantity' | 'user_id'> & {
  readonly days: number | undefined;
  readonly countryCode: string;
  readonly state: string;
};

async function quoteRental(staff: Staff, input: QuoteInput) {
  const { platform, region, now } = staff;
  const customer = await customerOf(platform.db, staff, input.user_id);
  const product = await toolOf(staff, input.slug);
  const context = { actor: customer, region, now };
  const place = { countryCode: input.countryCode, state: input.state };
  const first = await priceCart(platform, context, cartOf({ ...input, days: input.days ?? 1 }), place);
  const standard = standardDays(product, first.view);
  const days = input.days ?? standard;
  const cart = input.days === undefined ? await priceCart(platform, context, cartOf({ ...input, days }), place) : first;
  const ships = cart.parcel.length > 0;
  const offers = ships && place.countryCode === '' ? null : await offersFor(platform, cart, place);
  const sumsWith = (shippingMinor: bigint) => presentSums(cart.total(shippingMinor), cart.view.currency);
  return {
    days,
    periods: rentalPeriods(days, standard),
    rent: sumsWith(0n).list,
    deposit: toWire(money((product.deposit[cart.view.currency] ?? 0n) * BigInt(input.quantity), cart.view.currency)),
    ships,
    tiers: (offers ?? []).map((offer) => {
      const { total, tax } = sumsWith(offer.price.amountMinor);
      return { key: offer.key, name: offer.name, price: toWire(offer.price), total, tax };
    }),
    total: ships || place.countryCode === '' ? null : sumsWith(0n).total,
    addresses: await addressesOf(platform.db, customer.userId),
    balances: await balancesFor(platform.db, customer, now),
  };
}

/** Places the order in one transaction with its audit event and mail; a repeated request finds the same order. */
async function place(staff: Staff, customer: SignedInActor, input: Input, requestKey: string): Promise<OrderRecord> {
  const { platform, region, now, actor } = staff;
  return platform.db.transaction().execute(async (tx) => {
    const { order } = await placeOrder(
      { ...platform, db: tx },
      { actor: customer, region, now },
      {
        ...cartOf(input),
        // The mails about the order go to the address of the account, not to one that staff type.
        billing: { ...input.billing, email: '' },
        shipping_tier: input.shipping_tier,
        total: input.total,
      },
      { requestKey, holdMinutes: arrangedHoldDays * 24 * 60 },
    );
    if (new Date(order.placed_at).getTime() !== now.getTime()) return order;
    await writeAudit(tx, actor, 'rentals.rent-out', `user:${customer.userId}`, {
      order: order.id,
      product: input.slug,
      quantity: input.quantity,
      days: input.days,
      payment: input.payment,
      total: toWire(money(BigInt(order.total_minor), order.currency as Currency)),
    });
    if (input.payment === 'link') await sendRentalOffer(tx, platform.config.publicOrigin, order, input.days);
    return order;
  });
}

/** Charges the customer's balance. An order that it cannot pay is cancelled, so that no tool stays reserved. */
async function chargeBalance(
  { platform, actor, now }: Staff,
  customer: SignedInActor,
  order: OrderRecord,
  { source, dealer }: { source: 'prepaid' | 'account'; dealer: string | undefined },
): Promise<void> {
  const whole = toWire(money(BigInt(order.total_minor), order.currency as Currency));
  const paid = { id: order.id, actor: customer, token: undefined, now };
  try {
    await payOrder(platform.db, platform, {
      ...paid,
      method: null,
      balance: order.total_minor === '0' ? undefined : { ...whole, source, dealer },
      staffId: actor.userId ?? undefined,
    });
  } catch (error) {
    await cancelOrder(platform, { ...paid, unpaidOnly: true }).catch(() => {});
    throw error;
  }
}

async function rentOut(staff: Staff, input: Input, requestKey: string) {
  const { platform, actor } = staff;
  if (input.payment !== 'link' && !may(actor, 'transactions.write'))
    throw new Refusal('forbidden', { message: 'You cannot charge the balance of a customer. Send a link instead.' });
  const customer = await customerOf(platform.db, staff, input.user_id);
  await toolOf(staff, input.slug);
  const order = await place(staff, customer, input, requestKey);
  if (input.payment !== 'link' && order.state === 'pending_payment')
    await chargeBalance(staff, customer, order, { source: input.payment, dealer: input.dealer });
  const [rental] = await rentalsOfOrder(platform.db, order.id);
  return {
    order_id: order.id,
    order_number: orderNumber(order.id),
    rental_id: rental?.id ?? null,
    email: order.email,
  };
}

const selectionsOf = (text: string) =>
  text === ''
    ? []
    : text.split(',').map((pair) => {
        const [option, selection] = pair.split(':');
        return { option: Number(option), selection: Number(selection) };
      });

type Calls = Pick<
  typeof rentalsAdmin,
  'GET /v1/admin/rental-tools' | 'GET /v1/admin/rental-quote' | 'POST /v1/admin/rentals'
>;
export const rentOutRoutes = handlers<Calls>({
  'GET /v1/admin/rental-tools': async ({ platform, actor, region, now }) => {
    const { products } = await productListOf(platform, region);
    const { view } = await priceCart(
      platform,
      { actor, region, now },
      { entries: [], codes: [] },
      { countryCode: '', state: '' },
    );
    return products
      .filter(({ isRental, isLoaner }) => isRental || isLoaner)
      .map((product) => ({
        slug: product.slug,
        name: product.name,
        kind: product.isLoaner ? ('loan' as const) : ('rental' as const),
        days: standardDays(product, view),
        options: product.options.map(({ id, name, selections }) => ({
          id,
          name,
          selections: selections.map((selection) => ({ id: selection.id, name: selection.name })),
        })),
      }));
  },
  'GET /v1/admin/rental-quote': ({ platform, actor, region, now, query }) =>
    quoteRental(
      { platform, actor, region, now },
      {
        user_id: query.user_id,
        slug: query.slug,
        options: selectionsOf(query.options),
        quantity: query.quantity,
        days: query.days,
        countryCode: query.country_code,
        state: query.state,
      },
    ),
  'POST /v1/admin/rentals': ({ platform, actor, region, now, body, requestKey }) =>
    rentOut({ platform, actor, region, now }, body, fingerprintOf(requestKey, null, null, body).toString('hex')),
});
