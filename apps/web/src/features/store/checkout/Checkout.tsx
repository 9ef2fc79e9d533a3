import type { CallInput, CallReply } from '@tuneport/contract/index';
import { times, toWire } from '@tuneport/domain/money';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { cachedGet, call } from '../../../platform/browser.ts';
import { newIdempotencyKey } from '../../../platform/call.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { Button, TextLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormError } from '../../../ui/field/FormError.tsx';
import { NativeSelect } from '../../../ui/field/NativeSelect.tsx';
import { Checkbox, Radio } from '../../../ui/field/Tick.tsx';
import { Container } from '../../../ui/Layout.tsx';
import { MoneyText } from '../../../ui/MoneyText.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { emptyCart, useCart } from '../cart/cart-store.ts';
import { refreshPrices } from '../cart/refresh-prices.ts';
import { AddressFields, type Countries } from './AddressFields.tsx';
import css from './checkout.module.css';
import {
  type AddressDraft,
  type CheckoutDraft,
  destinationOf,
  draftOf,
  emptyAddress,
  errorsUnder,
  isDestination,
} from './checkout-draft.ts';
import { forgetOrder, rememberToken, useDraft } from './draft-store.ts';
import { Codes, SummaryLines, SummarySums, type Sums } from './Summary.tsx';
import { type Quote, useQuote, wishOf } from './use-quote.ts';

type Saved = CallReply<'GET /addresses'>[number];
type PaymentReply = CallReply<'POST /order/:id/payment'>;
type PayBody = CallInput<'POST /order/:id/payment'>['body'];
type WireMoney = { readonly amount: string; readonly currency: string };

export type PaymentSlot = {
  readonly money: WireMoney;
  readonly pay: (choice: NonNullable<PayBody['method']>, idempotencyKey: string) => Promise<PaymentReply['payment']>;
  readonly onPaid: () => void;
};

type Failure = { readonly message: string | null; readonly errors: Readonly<Record<string, readonly string[]>> };
const noFailure: Failure = { message: null, errors: {} };

/** One page: where it goes, how it travels, how it is paid; what it costs always in sight. */
export function Checkout({
  payment,
  onPlaced,
}: {
  payment: (slot: PaymentSlot) => ReactNode;
  onPlaced: (id: number) => void;
}) {
  const ui = useUi();
  const cart = useCart();
  const [draft, change] = useDraft();
  const [countries, setCountries] = useState<Countries>([]);
  const [saved, setSaved] = useState<readonly Saved[]>([]);
  const [failure, setFailure] = useState<Failure>(noFailure);
  const [round, setRound] = useState(0);
  const orderKey = useRef({ wish: '', key: '' });
  const placedId = useRef(draft.placed?.id ?? 0);
  const userId = ui?.user?.id ?? null;

  useEffect(() => {
    void refreshPrices();
    cachedGet('GET /countries')
      .then(setCountries)
      .catch(() =>
        setFailure({ message: 'The list of countries could not be read. Reload to try again.', errors: {} }),
      );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once for whoever is here, never over what was typed
  useEffect(() => {
    if (userId === null) return;
    call('GET /addresses')
      .then((list) => {
        setSaved(list);
        const first = list[0];
        if (first && draft.billing.line1 === '' && draft.billingId === null)
          change({ billing: withEmail(draftOf(first), ui?.user?.email), billingId: first.id });
      })
      .catch(() => {});
    if (draft.billing.email === '')
      change({
        billing: {
          ...draft.billing,
          email: ui?.user?.email ?? '',
          full_name: draft.billing.full_name || (ui?.user?.name ?? ''),
        },
      });
  }, [userId]);

  // A refused field is brought into sight: it may stand a screen above the button that was pressed.
  useEffect(() => {
    if (Object.keys(failure.errors).length > 0)
      document.querySelector<HTMLElement>('[data-invalid] input, [data-invalid] select')?.focus();
  }, [failure]);

  const destination = destinationOf(draft);
  const known = isDestination(destination, countries);
  const place = known ? { country_code: destination.country_code, state: destination.state } : null;
  const codes = [...draft.codes, ...(ui?.hcodes ?? [])];
  const quote = useQuote(cart.entries, place, cart.currency, codes, round);
  const answer = quote.last;
  const tier = answer?.tiers.find(({ key }) => key === draft.tier) ?? answer?.tiers[0] ?? null;
  const sums = answer ? (tier?.sums ?? answer.sums) : null;
  const ready = quote.kind === 'ready' && sums !== null;

  if (cart.entries.length === 0)
    return (
      <Container width="narrow" className={css.page}>
        <h1>Checkout</h1>
        <EmptyState title="There is nothing to check out." art="list">
          Your cart is empty. <TextLink to="/products">Look at the shop</TextLink>
        </EmptyState>
      </Container>
    );

  const used = answer ? codes.filter((code) => !answer.unknown_codes.includes(code)) : codes;
  const orderBody = () => ({
    entries: wishOf(cart.entries),
    currency: cart.currency,
    codes: used,
    billing: draft.billing,
    shipping: draft.addressesAreTheSame ? null : draft.shipping,
    shipping_tier: tier?.key ?? null,
    ...(sums ? { total: sums.total } : {}),
  });

  /** The order of exactly this wish: the one that waits for its payment, or a new one. */
  async function placeOrder(): Promise<{ id: number; token: string }> {
    const body = orderBody();
    const wish = JSON.stringify(body);
    if (draft.placed?.wish === wish) return draft.placed;
    if (draft.placed) await giveUp(draft.placed);
    // The same wish keeps its key, so that an answer lost on the way is found again instead of ordering twice.
    if (orderKey.current.wish !== wish) orderKey.current = { wish, key: newIdempotencyKey() };
    const order = await call('POST /order', { body, idempotencyKey: orderKey.current.key });
    rememberToken(order.id, order.token);
    change({ placed: { id: order.id, token: order.token, wish } });
    if (draft.saveAddress && userId !== null && draft.billingId === null)
      await call('POST /addresses', { body: draft.billing }).catch(() => {});
    return order;
  }

  async function pay(method: PayBody['method'] | undefined, idempotencyKey: string): Promise<PaymentReply['payment']> {
    setFailure(noFailure);
    try {
      const order = await placeOrder();
      const params = { id: order.id };
      placedId.current = order.id;
      const reply = await call('POST /order/:id/payment', {
        params,
        body: { token: order.token, ...(method ? { method } : {}) },
        idempotencyKey,
      });
      return reply.payment;
    } catch (error) {
      if (error instanceof ApiError) refused(error);
      throw error;
    }
  }

  function refused(error: ApiError): void {
    if (error.code === 'total_changed' || error.code === 'out_of_stock') {
      setRound((now) => now + 1);
      void refreshPrices();
    }
    // An order that ended meanwhile is not tried again.
    if (error.code === 'conflict') change({ placed: null });
    if (error.code === 'out_of_stock') setFailure({ message: stockSentence(error, answer), errors: {} });
    else if (Object.keys(error.errors).length > 0) setFailure({ message: null, errors: error.errors });
    else if (error.status === 409) setFailure({ message: error.message, errors: {} });
  }

  const onPaid = () => {
    const id = placedId.current;
    change(forgetOrder);
    emptyCart();
    onPlaced(id);
  };

  return (
    <Container className={css.page}>
      <h1>Checkout</h1>
      <div className={css.columns}>
        <div className={css.blocks}>
          <FormError message={failure.message} errors={ownErrors(failure.errors)} />
          <section className={css.block} aria-labelledby="checkout-address">
            <h2 id="checkout-address">
              <span className={css.number}>1</span> Address
            </h2>
            {userId === null ? (
              <p className={css.quiet}>
                No account needed. <TextLink to="/auth/login">Log in</TextLink> to use saved addresses and cards.
              </p>
            ) : null}
            <OneAddress
              section="billing"
              legend={draft.addressesAreTheSame ? 'Billing and shipping address' : 'Billing address'}
              value={draft.billing}
              savedId={draft.billingId}
              saved={saved}
              countries={countries}
              errors={errorsUnder(failure.errors, 'billing')}
              onChange={(billing, billingId) => change({ billing, billingId })}
              email={ui?.user?.email}
            />
            {userId !== null && draft.billingId === null ? (
              <Checkbox
                label="Save this address"
                checked={draft.saveAddress}
                onChange={(event) => change({ saveAddress: event.currentTarget.checked })}
              />
            ) : null}
            <Checkbox
              label="Send it to the billing address"
              checked={draft.addressesAreTheSame}
              onChange={(event) => change({ addressesAreTheSame: event.currentTarget.checked })}
            />
            {draft.addressesAreTheSame ? null : (
              <OneAddress
                section="shipping"
                legend="Shipping address"
                value={draft.shipping}
                savedId={draft.shippingId}
                saved={saved}
                countries={countries}
                errors={errorsUnder(failure.errors, 'shipping')}
                onChange={(shipping, shippingId) => change({ shipping, shippingId })}
              />
            )}
          </section>

          <section className={css.block} aria-labelledby="checkout-shipping">
            <h2 id="checkout-shipping">
              <span className={css.number}>2</span> Shipping
            </h2>
            <Tiers
              known={known}
              quote={quote.kind}
              answer={answer}
              problem={quote.kind === 'refused' ? quote.message : null}
              chosen={tier?.key ?? null}
              onChoose={(key) => change({ tier: key })}
              error={failure.errors.shipping_tier}
            />
          </section>

          <section className={css.block} aria-labelledby="checkout-payment">
            <h2 id="checkout-payment">
              <span className={css.number}>3</span> Payment
            </h2>
            {ready && sums ? (
              /[1-9]/.test(sums.total.amount) ? (
                payment({ money: sums.total, pay, onPaid })
              ) : (
                <Free onPlace={() => pay(undefined, newIdempotencyKey()).then(onPaid)} />
              )
            ) : (
              <p className={css.quiet}>
                {quote.kind === 'refused'
                  ? 'Once the address above has shipping, you can pay here.'
                  : 'Fill in the address first; then the whole price is known and you can pay.'}
              </p>
            )}
          </section>
        </div>

        <aside className={css.summary} aria-labelledby="checkout-summary">
          <h2 id="checkout-summary">Your order</h2>
          <SummaryLines
            lines={cart.entries.map((entry) => ({
              key: entry.hash,
              name: entry.product.name,
              options: entry.options.map(({ selection }) => selection.name),
              quantity: entry.quantity,
              amount: entry.pricePerUnit && toWire(times(entry.pricePerUnit, BigInt(entry.quantity))),
            }))}
          />
          <Codes
            codes={draft.codes}
            onChange={(next) => change({ codes: next })}
            applied={answer?.discounts.flatMap(({ code }) => (code === null ? [] : [code])) ?? []}
            unknown={answer?.unknown_codes ?? []}
            unused={answer?.unused_codes ?? []}
            offered={ui?.codes ?? []}
          />
          <SummarySums sums={shownSums(answer, tier, sums, cart)} />
          <p className={css.quiet}>
            All amounts in {cart.currency}. {ready ? 'This is what is charged, nothing more.' : ''}
          </p>
        </aside>
      </div>
      {sums ? (
        <div className={css.bar}>
          <span>Total</span> <MoneyText money={sums.total} />
        </div>
      ) : null}
    </Container>
  );
}

async function giveUp(placed: NonNullable<CheckoutDraft['placed']>): Promise<void> {
  // Its goods would come back by themselves after an hour; sooner is kinder to the next buyer.
  await call('POST /order/:id/cancel', { params: { id: placed.id }, body: { token: placed.token } }).catch(() => {});
}

const withEmail = (address: AddressDraft, email: string | undefined): AddressDraft => ({
  ...address,
  email: address.email || (email ?? ''),
});

/** What belongs to no field of this page. */
const ownErrors = (errors: Failure['errors']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !/^(billing|shipping)\./.test(name) && name !== 'shipping_tier'),
  );

function stockSentence(error: ApiError, answer: Quote | null): string {
  const lacking = Array.isArray(error.current) ? (error.current as { slug: string; available: number }[]) : [];
  const words = lacking.map(({ slug, available }) => {
    const name = answer?.lines.find((line) => line.slug === slug)?.name ?? slug;
    return available === 0 ? `${name} has just sold out.` : `Only ${available} of ${name} are left.`;
  });
  return `${words.join(' ') || error.message} Nothing was charged. Change the quantity in your cart to go on.`;
}

function shownSums(
  answer: Quote | null,
  tier: Quote['tiers'][number] | null,
  sums: NonNullable<Quote['sums']> | null,
  cart: ReturnType<typeof useCart>,
): Sums {
  const list = cart.subtotal ? toWire(cart.subtotal) : { amount: '0', currency: cart.currency };
  return {
    list: sums?.list ?? list,
    discount: sums?.discount ?? { amount: '0', currency: cart.currency },
    discountName: answer?.discounts.map(({ name }) => name).join(', ') || 'Discount',
    shipping: tier ? { name: tier.name, price: tier.price } : null,
    shippingNeeded: answer?.shipping_needed ?? true,
    taxes: sums?.taxes ?? null,
    total: sums?.total ?? null,
  };
}

type OneAddressProps = {
  section: 'billing' | 'shipping';
  legend: string;
  value: AddressDraft;
  savedId: number | null;
  saved: readonly Saved[];
  countries: Countries;
  errors: Failure['errors'];
  onChange: (value: AddressDraft, savedId: number | null) => void;
  email?: string | undefined;
};

function OneAddress({ section, legend, value, savedId, saved, countries, errors, onChange, email }: OneAddressProps) {
  const chosen = saved.find(({ id }) => id === savedId) ?? null;
  return (
    <fieldset className={css.addressBlock}>
      <legend>{legend}</legend>
      {saved.length > 0 ? (
        <NativeSelect
          label="Saved address"
          value={chosen ? String(chosen.id) : ''}
          placeholder="Another address"
          options={saved.map(({ id, full_name, line1, city }) => ({
            value: String(id),
            label: `${full_name}, ${line1}, ${city}`,
          }))}
          onChange={(event) => {
            const next = saved.find(({ id }) => String(id) === event.currentTarget.value);
            onChange(
              next ? withEmail(draftOf(next), email) : { ...emptyAddress, email: value.email },
              next?.id ?? null,
            );
          }}
        />
      ) : null}
      {chosen?.readonly ? (
        <Notice tone="info">This address is set by us and cannot be changed here. Choose another one to type.</Notice>
      ) : null}
      <AddressFields
        section={section}
        value={value}
        countries={countries}
        errors={errors}
        readOnly={chosen?.readonly ?? false}
        withEmail={section === 'billing'}
        onChange={(part) => onChange({ ...value, ...part }, chosen && !('email' in part) ? null : savedId)}
      />
    </fieldset>
  );
}

function Tiers({
  known,
  quote,
  answer,
  problem,
  chosen,
  onChoose,
  error,
}: {
  known: boolean;
  quote: 'waiting' | 'ready' | 'refused';
  answer: Quote | null;
  problem: string | null;
  chosen: string | null;
  onChoose: (key: string) => void;
  error: readonly string[] | undefined;
}) {
  if (!known) return <p className={css.quiet}>Choose a country above and we show how it can travel.</p>;
  if (problem !== null)
    return (
      <Notice tone="bad" live title={problem}>
        Nothing was ordered. Use another address, or write to us and we look for a way.
      </Notice>
    );
  if (!answer) return <Skeleton />;
  if (!answer.shipping_needed) return <p className={css.quiet}>Nothing of this is sent by post.</p>;
  return (
    <fieldset className={css.tiers} data-waiting={quote === 'waiting' || undefined}>
      <legend className="visually-hidden">How it should be sent</legend>
      {answer.tiers.map((tier) => (
        <div key={tier.key} className={css.tier}>
          <Radio
            name="shipping-tier"
            label={tier.name}
            hint={daysText(tier.days_min, tier.days_max)}
            checked={chosen === tier.key}
            onChange={() => onChoose(tier.key)}
          />
          <MoneyText money={tier.price} />
        </div>
      ))}
      {error ? <Notice tone="bad" live title={error.join(' ')} /> : null}
    </fieldset>
  );
}

export function daysText(min: number | null, max: number | null): string | undefined {
  if (min === null && max === null) return undefined;
  if (min === null || max === null || min === max) {
    const days = max ?? min ?? 0;
    return days === 1 ? 'About one working day' : `About ${days} working days`;
  }
  return `${min} to ${max} working days`;
}

function Free({ onPlace }: { onPlace: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={css.free}>
      <p>Nothing is left to pay.</p>
      <Button
        variant="primary"
        busy={busy}
        onClick={() => {
          setBusy(true);
          // Whatever was refused stands at its field already.
          onPlace().catch(() => setBusy(false));
        }}
      >
        Place the order
      </Button>
    </div>
  );
}
