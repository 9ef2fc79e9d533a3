import { times, toWire } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useEffect, useState } from 'react';
import { useUi } from '../../../platform/ui-state.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { BalanceHint, tenderLabel } from '../../payments/tender/BalanceHint.tsx';
import { TenderChoice } from '../../payments/tender/TenderChoice.tsx';
import { balanceTenders, useBalances } from '../../payments/tender/use-balances.ts';
import { useCart } from '../cart/cart-store.ts';
import { refreshPrices } from '../cart/refresh-prices.ts';
import { AddressBlock } from './AddressBlock.tsx';
import css from './checkout.module.css';
import { destinationOf, isDestination } from './checkout-draft.ts';
import { shownSums } from './checkout-sums.ts';
import { OrderPayment, type PaymentSlot } from './OrderPayment.tsx';
import { Codes, SummaryLines, SummarySums } from './Summary.tsx';
import { Tiers } from './Tiers.tsx';
import { useBillingAddress } from './use-billing-address.ts';
import { type CheckoutFailure, noFailure, usePayOrder } from './use-pay-order.ts';
import { inputOf, useQuote } from './use-quote.ts';

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
  const [failure, setFailure] = useState(noFailure);
  const { draft, change, countries, saved } = useBillingAddress((message) => setFailure({ message, errors: {} }));
  const [round, setRound] = useState(0);
  const [wanted, setWanted] = useState('card');
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

  const paying = usePayOrder({
    draft,
    change,
    userId,
    orderBody,
    answer,
    tender,
    setFailure,
    onOutdated: () => setRound((now) => now + 1),
    onPlaced,
  });

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

          <OrderPayment
            isGuest={userId === null}
            total={known && sums ? sums.total : null}
            isWaiting={!ready}
            isRefused={quote.kind === 'refused'}
            tender={tender}
            paying={paying}
            orderBody={orderBody}
            payment={payment}
          />
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

/** Errors without a field on this page. */
const ownErrors = (errors: CheckoutFailure['errors']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !/^(billing|shipping)\./.test(name) && name !== 'shipping_tier'),
  );
