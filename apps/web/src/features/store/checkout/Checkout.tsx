import type { CallInput, CallReply } from '@tuneport/contract/index';
import { times, toWire } from '@tuneport/domain/money/money';
import { guestHolds, memberHolds } from '@tuneport/domain/store/unpaid-holds';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { newIdempotencyKey } from '../../../platform/api/call.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { BalanceHint, tenderLabel } from '../../payments/tender/BalanceHint.tsx';
import { TenderChoice } from '../../payments/tender/TenderChoice.tsx';
import { type BalanceTender, balanceTenders, useBalances } from '../../payments/tender/use-balances.ts';
import { emptyCart, useCart } from '../cart/cart-store.ts';
import { refreshPrices } from '../cart/refresh-prices.ts';
import { AddressBlock } from './AddressBlock.tsx';
import css from './checkout.module.css';
import { type CheckoutDraft, destinationOf, isDestination } from './checkout-draft.ts';
import { forgetOrder, rememberToken } from './draft-store.ts';
import { OrderApproval } from './OrderApproval.tsx';
import { Codes, SummaryLines, SummarySums, type Sums } from './Summary.tsx';
import { Tiers } from './Tiers.tsx';
import { useBillingAddress } from './use-billing-address.ts';
import { inputOf, type Quote, useQuote } from './use-quote.ts';

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

/** Single-page checkout: address, shipping and payment, with the total always visible. */
export function Checkout({
  payment,
  onPlaced,
}: {
  payment: (slot: PaymentSlot) => ReactNode;
  onPlaced: (id: number) => void;
}) {
  const ui = useUi();
  const cart = useCart();
  const [failure, setFailure] = useState<Failure>(noFailure);
  const { draft, change, countries, saved } = useBillingAddress((message) => setFailure({ message, errors: {} }));
  const [round, setRound] = useState(0);
  const [wanted, setWanted] = useState('card');
  const [busy, setBusy] = useState(false);
  /** The key of the balance for which the buyer needs approval. */
  const [approvalFor, setApprovalFor] = useState<string | null>(null);
  const navigate = useNavigate();
  const placedId = useRef(draft.placed?.id ?? 0);
  const userId = ui?.user?.id ?? null;

  useEffect(() => void refreshPrices(), []);

  // Focuses the first invalid field, which may be outside the viewport.
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
  const balances = useBalances(userId, round);
  const tenders = sums ? balanceTenders(balances, sums.total) : [];
  const tender = tenders.find(({ key }) => key === wanted) ?? null;

  if (cart.entries.length === 0)
    return (
      <Container width="narrow" className={css.page}>
        <h1>{t('Checkout')}</h1>
        <EmptyState title={t('There is nothing to check out yet.')} art="list">
          {rich('Your cart is empty. <link>Browse the store</link>', {
            link: (text) => <TextLink to="/products">{text}</TextLink>,
          })}
        </EmptyState>
      </Container>
    );

  const used = answer ? codes.filter((code) => !answer.unknown_codes.includes(code)) : codes;
  const orderBody = () => ({
    entries: inputOf(cart.entries),
    currency: cart.currency,
    codes: used,
    billing: draft.billing,
    shipping: draft.addressesAreTheSame ? null : draft.shipping,
    shipping_tier: tier?.key ?? null,
    ...(sums ? { total: sums.total } : {}),
  });

  /** Reuses the unpaid order with the same input, or creates one. */
  async function placeOrder(): Promise<{ id: number; token: string }> {
    const body = orderBody();
    const input = JSON.stringify(body);
    if (draft.placed?.input === input) return draft.placed;
    if (draft.placed) await giveUp(draft.placed);
    const order = await call('POST /order', { body, once: true });
    rememberToken(order.id, order.token);
    change({ placed: { id: order.id, token: order.token, input } });
    if (draft.saveAddress && userId !== null && draft.billingId === null)
      await call('POST /addresses', { body: draft.billing, once: true }).catch(() => {});
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
        body: {
          token: order.token,
          ...(method ? { method } : {}),
          ...(tender ? { balance: balanceOf(tender) } : {}),
        },
        idempotencyKey,
      });
      return reply.payment;
    } catch (error) {
      if (error instanceof ApiError) refused(error);
      throw error;
    }
  }

  function refused(error: ApiError): void {
    if (error.code === 'purchase_needs_approval' && tender) setApprovalFor(tender.key);
    if (error.code === 'total_changed' || error.code === 'out_of_stock') {
      setRound((now) => now + 1);
      void refreshPrices();
    }
    // The balance has changed.
    if (tender && error.status === 409) setRound((now) => now + 1);
    // An order that has ended meanwhile is not retried.
    else if (error.code === 'conflict') change({ placed: null });
    if (error.code === 'out_of_stock') setFailure({ message: stockSentence(error, answer), errors: {} });
    else if (Object.keys(error.errors).length > 0) setFailure({ message: null, errors: error.errors });
    else if (error.status === 409) setFailure({ message: error.message, errors: {} });
  }

  async function payFromBalance(): Promise<void> {
    setBusy(true);
    try {
      await pay(undefined, newIdempotencyKey());
      onPaid();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'already_committed') onPaid();
      else if (error.status !== 409 && Object.keys(error.errors).length === 0)
        setFailure({ message: error.message, errors: {} });
    } finally {
      setBusy(false);
    }
  }

  const onPaid = () => {
    const id = placedId.current;
    change(forgetOrder);
    emptyCart();
    onPlaced(id);
  };

  const onAsked = (slug: string) => {
    if (draft.placed) void giveUp(draft.placed);
    change(forgetOrder);
    emptyCart();
    void navigate(`/dealer/${slug}/approvals`);
  };
  const approver = tender?.isWhole && approvalFor === tender.key ? tender.balance.dealer : null;

  return (
    <Container className={css.page}>
      <h1>{t('Checkout')}</h1>
      <div className={css.columns}>
        <div className={css.blocks}>
          <FormError message={failure.message} errors={ownErrors(failure.errors)} />
          <AddressBlock
            draft={draft}
            change={change}
            saved={saved}
            countries={countries}
            errors={failure.errors}
            userEmail={userId === null ? null : (ui?.user?.email ?? '')}
          />

          <section className={css.block} aria-labelledby="checkout-shipping">
            <h2 id="checkout-shipping">
              {rich('<span>2</span> Shipping', { span: (text) => <span className={css.number}>{text}</span> })}
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

          {tenders.length > 0 ? (
            <TenderChoice
              className={css.block}
              options={[
                { key: 'card', label: t('Card') },
                ...tenders.map((one) => ({
                  key: one.key,
                  label: tenderLabel(one),
                  hint: <BalanceHint tender={one} />,
                })),
              ]}
              chosen={tender?.key ?? 'card'}
              onChoose={setWanted}
            />
          ) : null}

          <section className={css.block} aria-labelledby="checkout-payment">
            <h2 id="checkout-payment">
              {rich('<span>3</span> Payment', { span: (text) => <span className={css.number}>{text}</span> })}
            </h2>
            <p className={css.quiet}>
              {userId === null
                ? t(
                    'When you pay, we reserve your items for {guest} minutes. Log in to have them reserved for {member} minutes.',
                    { guest: guestHolds.minutes, member: memberHolds.minutes },
                  )
                : t('When you pay, we reserve your items for up to {minutes} minutes.', {
                    minutes: memberHolds.minutes,
                  })}
            </p>
            {ready && sums ? (
              tender && approver ? (
                <OrderApproval
                  dealer={approver}
                  input={{ ...orderBody(), source: tender.balance.source }}
                  onAsked={() => onAsked(approver.slug)}
                />
              ) : tender?.isWhole ? (
                <div>
                  <Button variant="primary" busy={busy} onClick={() => void payFromBalance()}>
                    {rich('Pay {total}', { total: <MoneyText money={sums.total} /> })}
                  </Button>
                </div>
              ) : /[1-9]/.test(sums.total.amount) ? (
                payment({ money: tender?.card ?? sums.total, pay, onPaid })
              ) : (
                <Free onPlace={() => pay(undefined, newIdempotencyKey()).then(onPaid)} />
              )
            ) : (
              <p className={css.quiet}>
                {quote.kind === 'refused'
                  ? t('You can pay here once shipping is available for the address above.')
                  : t('Enter your address to see the total and pay.')}
              </p>
            )}
          </section>
        </div>

        <aside className={css.summary} aria-labelledby="checkout-summary">
          <h2 id="checkout-summary">{t('Your order')}</h2>
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
            {t('All amounts in {currency}.', { currency: cart.currency })}{' '}
            {ready ? t('This is the full amount you will pay.') : ''}
          </p>
        </aside>
      </div>
      {sums ? (
        <div className={css.bar}>
          <span>{t('Total')}</span> <MoneyText money={sums.total} />
        </div>
      ) : null}
    </Container>
  );
}

const balanceOf = ({ balance, part }: BalanceTender) => ({
  ...part,
  source: balance.source,
  ...(balance.dealer ? { dealer: balance.dealer.slug } : {}),
});

async function giveUp(placed: NonNullable<CheckoutDraft['placed']>): Promise<void> {
  // Cancels immediately so that the reserved goods become available before the reservation expires.
  await call('POST /order/:id/cancel', {
    params: { id: placed.id },
    body: { token: placed.token, unpaid_only: true },
    once: true,
  }).catch(() => {});
}

/** Errors without a field on this page. */
const ownErrors = (errors: Failure['errors']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !/^(billing|shipping)\./.test(name) && name !== 'shipping_tier'),
  );

function stockSentence(error: ApiError, answer: Quote | null): string {
  const lacking = Array.isArray(error.current) ? (error.current as { slug: string; available: number }[]) : [];
  const words = lacking.map(({ slug, available }) => {
    const name = answer?.lines.find((line) => line.slug === slug)?.name ?? slug;
    return available === 0
      ? t('{name} has just sold out.', { name })
      : t('Only {available} of {name} are left.', { available, name });
  });
  return t('{words} Nothing was charged. Change the quantity in your cart to continue.', {
    words: words.join(' ') || error.message,
  });
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
    discountName: answer?.discounts.map(({ name }) => name).join(', ') || t('Discount'),
    shipping: tier ? { name: tier.name, price: tier.price } : null,
    shippingNeeded: answer?.shipping_needed ?? true,
    tax: sums,
    total: sums?.total ?? null,
  };
}

function Free({ onPlace }: { onPlace: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={css.free}>
      <p>{t('Nothing left to pay.')}</p>
      <Button
        variant="primary"
        busy={busy}
        onClick={() => {
          setBusy(true);
          // The error is already shown at its field.
          onPlace().catch(() => setBusy(false));
        }}
      >
        {t('Place order')}
      </Button>
    </div>
  );
}
