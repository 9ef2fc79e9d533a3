import type { payments } from '@tuneport/contract/payments/payments';
import { membershipIn } from '@tuneport/domain/identity/permissions';
import { currencyCodes, isCurrency } from '@tuneport/domain/money/money';
import { type Actor, signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listStoredMethods } from './method-queries.ts';
import type { Payer } from './payment.ts';
import { removeMethod } from './remove-method.ts';
import { storeMethod } from './store-method.ts';
import { takeEvent } from './take-event.ts';

export const paymentRoutes = handlers<typeof payments>({
  'GET /payment-method-settings': ({ platform, query }) => {
    const provider = platform.payments;
    const currency = query.currency;
    const currencies = currency === undefined ? currencyCodes : isCurrency(currency) ? [currency] : [];
    return {
      provider: provider?.name ?? null,
      public_key: provider?.publicKey ?? null,
      methods: provider && currencies.length > 0 ? [{ kind: 'card' as const, currencies: [...currencies] }] : [],
    };
  },
  'GET /stripe-payment-methods': async ({ db, platform, actor, query }) =>
    platform.payments ? listStoredMethods(db, ownerFor(actor, query.dealer), platform.payments.name) : [],
  'POST /stripe-payment-methods': ({ platform, actor, body }) =>
    storeMethod(platform, actor, ownerFor(actor, body.dealer), body.token),
  'DELETE /stripe-payment-methods/:id': ({ platform, actor, params }) =>
    removeMethod(platform, actor, ownersOf(actor), params.id),
  'POST /payment-events': ({ platform, signed }) => takeEvent(platform, signed.bytes, signed.signature),
});

/** Only managers may access a dealer's methods; for anyone else the dealer does not exist (404). */
function ownerFor(actor: Actor, dealer: string | undefined): Payer {
  if (dealer === undefined) return `user:${signedIn(actor).userId}`;
  const membership = membershipIn(actor, /^\d+$/.test(dealer) ? Number(dealer) : dealer);
  if (membership?.kind !== 'manager') throw new Refusal('not_found');
  return `dealer:${membership.id}`;
}

const ownersOf = (actor: Actor): string[] => [
  `user:${signedIn(actor).userId}`,
  ...actor.dealers.filter(({ kind }) => kind === 'manager').map(({ id }) => `dealer:${id}`),
];
