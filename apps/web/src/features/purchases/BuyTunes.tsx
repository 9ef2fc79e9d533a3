import type { CallInput } from '@tuneport/contract/index';
import { hasAgreed, withAgreement } from '@tuneport/domain/catalog/selection/tuning-state';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { newIdempotencyKey } from '../../platform/api/call.ts';
import { usePricesIncludeTax } from '../../platform/tax-hint.ts';
import { useTuningState } from '../../platform/tuning-memory.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { TenderChoice } from '../payments/tender/TenderChoice.tsx';
import { balanceTenders, useBalances } from '../payments/tender/use-balances.ts';
import checkout from '../store/checkout/checkout.module.css';
import { errorsUnder, isDestination } from '../store/checkout/checkout-draft.ts';
import { OneAddress } from '../store/checkout/OneAddress.tsx';
import { useBillingAddress } from '../store/checkout/use-billing-address.ts';
import { ApprovalRequest } from './ApprovalRequest.tsx';
import { CreditChoice, GivenCredits } from './CreditChoice.tsx';
import { InstallerPicker } from './InstallerPicker.tsx';
import { BoughtBefore, Disclaimer } from './PurchaseNotices.tsx';
import { PriceLines, PriceSums, ToolsNeeded } from './PurchaseSummary.tsx';
import css from './purchase.module.css';
import { type Bought, type Estimate, isSome, type Quote, type WireMoney } from './purchase-types.ts';
import { type TenderKind, tenderOptions } from './tender-options.tsx';
import { tendersFor } from './tenders.ts';
import { usePurchaseQuote } from './use-purchase-quote.ts';

type Method = NonNullable<CallInput<'POST /v1/catalog/pay'>['body']['method']>;
export type PaymentSlot = {
  readonly money: WireMoney;
  readonly label: string;
  readonly pay: (choice: Method, idempotencyKey: string) => Promise<Bought['payment']>;
  readonly onPaid: () => void;
};

type Props = {
  estimate: Estimate;
  vehicle: { readonly path: string; readonly name: string };
  payment: (slot: PaymentSlot) => ReactNode;
  onBought: (id: number) => void;
  /** The price has changed: load it again. */
  onChanged: () => void;
  /** A request stores its tune credits with its estimate; called when the selection changes. */
  credits?: readonly number[];
  onCredits?: (chosen: number[]) => void;
  /** The tune request to pay for; without one the purchase waits for its file. */
  request?: number;
  /** Another dealer installs it, or none: the price is recalculated. */
  onInstaller: (slug: string | null) => void;
  /** Switches the currency. */
  onCurrency: (currency: string) => void;
};

type Failure = { readonly message: string | null; readonly errors: ApiError['errors'] };
const noFailure: Failure = { message: null, errors: {} };

/** Address, payment method and disclaimer next to the price; typed input survives a refusal. */
export function BuyTunes(props: Props) {
  const { estimate, vehicle, payment, onBought, onChanged, onInstaller, onCurrency, request } = props;
  const { credits: keptCredits, onCredits } = props;
  const ui = useUi();
  const included = usePricesIncludeTax();
  const [wanted, setWanted] = useState<TenderKind | null>(null);
  const [tuning, changeTuning] = useTuningState();
  const [again, setAgain] = useState(false);
  const [failure, setFailure] = useState<Failure>(noFailure);
  const [round, setRound] = useState(0);
  const [ownCredits, setCreditIds] = useState<readonly number[]>([]);
  const creditIds = keptCredits ?? ownCredits;
  const [busy, setBusy] = useState(false);
  const { draft, change, countries, saved, email } = useBillingAddress((message) =>
    setFailure({ message, errors: {} }),
  );
  const boughtId = useRef(0);
  const accountKey = useRef({ input: '', key: '' });

  const { billing } = draft;
  const known = isDestination(billing, countries);
  const place = known ? { country_code: billing.country_code, state: billing.state } : {};
  const hash = estimate.hash;
  const credits = [...creditIds];
  const byCard = usePurchaseQuote({ estimate_hash: hash, ...place, credits }, round);
  const dealer = byCard.quote?.account?.dealer.slug ?? ui?.dealer?.slug;
  const onAccount = usePurchaseQuote(
    dealer ? { estimate_hash: hash, dealer, credits, ...(request === undefined ? {} : { request_id: request }) } : null,
    round,
  );
  const account = onAccount.quote?.account ?? null;
  const open = onAccount.quote ? tendersFor(onAccount.quote) : { account: false, split: null };
  const balances = useBalances(ui?.user?.id ?? null, round);
  const own = balances.filter(({ source }) => source === 'prepaid');
  const prepaids = byCard.quote ? balanceTenders(own, byCard.quote.total) : [];
  const fitting: readonly string[] = [
    'card',
    ...(open.account ? ['account'] : []),
    ...(open.split ? ['split'] : []),
    ...prepaids.map(({ key }) => key),
  ];
  const kind: TenderKind = wanted && fitting.includes(wanted) ? wanted : open.account ? 'account' : 'card';
  const prepaid = prepaids.find(({ key }) => key === kind) ?? null;
  // Prepaid money pays the same price as a card, with tax for the same address.
  const byCardQuote = kind === 'card' || prepaid !== null;
  const quote = byCardQuote ? byCard.quote : onAccount.quote;
  const { error } = byCardQuote ? byCard : onAccount;
  const ready = quote !== null && (!byCardQuote || known);

  // A price that has changed is reloaded once, with a notice.
  const stale = error?.code === 'total_changed' || error?.errors.estimate_hash !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each estimate
  useEffect(() => {
    if (stale) onChanged();
  }, [stale, hash]);

  const agreedTo = (text: string) => tuning !== null && hasAgreed(tuning, text);
  const input = (shown: Quote) => ({
    estimate_hash: hash,
    total: shown.total,
    vehicle: vehicle.path,
    ...(again ? { again: true } : {}),
    // A request uses the credits of its estimate.
    ...(request === undefined && credits.length > 0 ? { credits } : {}),
    ...(shown.disclaimer && agreedTo(shown.disclaimer.hash) ? { disclaimer_hash: shown.disclaimer.hash } : {}),
  });

  async function attempt(act: () => Promise<Bought>): Promise<Bought['payment']> {
    setFailure(noFailure);
    try {
      const { purchase, payment: paid } = await act();
      boughtId.current = purchase.id;
      return paid;
    } catch (cause) {
      if (cause instanceof ApiError) refused(cause);
      throw cause;
    }
  }

  function refused(cause: ApiError): void {
    const current = (cause.current ?? {}) as { purchase_id?: number };
    if (cause.code === 'already_committed') boughtId.current = current.purchase_id ?? boughtId.current;
    else if (Object.keys(cause.errors).length > 0) setFailure({ message: null, errors: cause.errors });
    else if (cause.status === 409) setFailure({ message: cause.message, errors: {} });
    if (cause.code === 'total_changed') onChanged();
    // The account balance has changed; the split offer is recalculated.
    if (cause.status === 409) setRound((now) => now + 1);
  }

  const onPaid = () => onBought(boughtId.current);

  const payCard = (shown: Quote) => (method: Method | undefined, idempotencyKey: string) =>
    attempt(() => {
      const whose = prepaid?.balance.dealer ? { dealer: prepaid.balance.dealer.slug } : {};
      const part = prepaid ? { prepaid: { ...prepaid.part, ...whose } } : {};
      const body = { ...input(shown), billing, ...(method ? { method } : {}), ...part };
      if (request === undefined) return call('POST /v1/catalog/pay', { body, idempotencyKey });
      const params = { id: request };
      return isSome(shown.total)
        ? call('POST /v1/tune-requests/:id/pay', { params, body, idempotencyKey })
        : call('POST /v1/tune-requests/:id/free', { params, body, idempotencyKey });
    });
  const payLater = (shown: Quote, card: WireMoney | null) => (method: Method | null, idempotencyKey: string) =>
    attempt(() => {
      const body = {
        ...input(shown),
        ...(dealer ? { dealer } : {}),
        ...(card && method ? { card: { ...card, method } } : {}),
      };
      return request === undefined
        ? call('POST /v1/catalog/pay-later', { body, idempotencyKey })
        : call('POST /v1/tune-requests/:id/pay-later', { params: { id: request }, body, idempotencyKey });
    });

  async function chargeAccount(shown: Quote): Promise<void> {
    const text = JSON.stringify(input(shown));
    // The same input keeps its idempotency key: a retry after a lost response does not buy twice.
    if (accountKey.current.input !== text) accountKey.current = { input: text, key: newIdempotencyKey() };
    setBusy(true);
    try {
      await payLater(shown, null)(null, accountKey.current.key);
      onPaid();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.code === 'already_committed') onPaid();
      else if (cause.status !== 409 && Object.keys(cause.errors).length === 0)
        setFailure({ message: cause.message, errors: {} });
    } finally {
      setBusy(false);
    }
  }

  // The last list of credits is shown while another selection is priced, even if that is refused.
  const offered = useRef<Quote['credit_choices']>([]);
  if (quote) offered.current = quote.credit_choices;
  const choices = offered.current;
  // A request is always a separate purchase, so earlier purchases are ignored.
  const bought = request === undefined ? (quote?.bought ?? null) : null;
  const disclaimer = quote?.disclaimer;
  const mayPay = ready && !stale && (bought === null || again);
  return (
    <div className={checkout.columns}>
      <div className={checkout.blocks}>
        <FormError message={failure.message} errors={ownErrors(failure.errors)} />
        {error && !stale ? <Notice tone="bad" live title={error.message} /> : null}
        {bought ? <BoughtBefore bought={bought} again={again} onAgain={setAgain} /> : null}

        {estimate.tool_sets.length > 0 ? (
          <InstallerPicker
            estimate={estimate}
            isOptional={request !== undefined}
            home={{
              text: [billing.city, billing.state, billing.postal_code].filter(Boolean).join(' '),
              country: billing.country_code,
            }}
            own={account?.dealer.name ?? null}
            onChoose={onInstaller}
          />
        ) : null}

        <GivenCredits gives={quote?.gives ?? []} />
        <CreditChoice
          choices={choices}
          chosen={creditIds}
          error={(error?.errors ?? failure.errors).credits}
          onChange={(chosen) => {
            setFailure(noFailure);
            setCreditIds(chosen);
            onCredits?.(chosen);
          }}
        />
        {account || prepaids.length > 0 ? (
          <TenderChoice
            className={checkout.block}
            options={tenderOptions(account, open, prepaids)}
            chosen={kind}
            onChoose={setWanted}
          >
            {account && account.currency !== estimate.currency && account.barred !== null ? (
              <div>
                <Button size="small" onClick={() => onCurrency(account.currency)}>
                  {t('Show price in {currency}', { currency: account.currency })}
                </Button>
              </div>
            ) : null}
          </TenderChoice>
        ) : null}

        {byCardQuote ? (
          <section className={checkout.block} aria-labelledby="purchase-address">
            <h2 id="purchase-address">{t('Billing address')}</h2>
            <OneAddress
              section="billing"
              legend={t('Billing address')}
              isLegendHidden
              value={billing}
              savedId={draft.billingId}
              saved={saved}
              countries={countries}
              errors={errorsUnder(failure.errors, 'billing')}
              onChange={(next, billingId) => change({ billing: next, billingId })}
              email={email}
              emailHint={t('Used only for the invoice and updates about your tunes.')}
              phoneHint={t('Used only for questions about your tunes.')}
            />
          </section>
        ) : null}

        <section className={checkout.block} aria-labelledby="purchase-payment">
          <h2 id="purchase-payment">{t('Payment')}</h2>
          {disclaimer ? (
            <Disclaimer
              text={disclaimer.text}
              agreed={agreedTo(disclaimer.hash)}
              error={failure.errors.disclaimer_hash}
              onChange={(agreed) => changeTuning((now) => withAgreement(now, agreed ? disclaimer.hash : null))}
            />
          ) : null}
          {!quote && !error ? (
            <Skeleton lines={3} label={t('Loading the price')} />
          ) : !ready || !quote ? (
            <p className={checkout.quiet}>{t('Enter your address to see the total and pay.')}</p>
          ) : !mayPay ? (
            <p className={checkout.quiet}>{t('Confirm above that you want to buy it again, then pay here.')}</p>
          ) : !isSome(quote.total) ? (
            <Button
              variant="primary"
              busy={busy}
              onClick={() =>
                void (kind === 'account'
                  ? chargeAccount(quote)
                  : payCard(quote)(undefined, newIdempotencyKey()).then(onPaid, () => {}))
              }
            >
              {t('Complete purchase')}
            </Button>
          ) : kind === 'account' && account?.needs_approval ? (
            <ApprovalRequest
              account={account}
              input={input(quote)}
              request={request}
              onAsked={() => setRound((now) => now + 1)}
            />
          ) : kind === 'account' ? (
            <div className={css.pay}>
              <p className={checkout.quiet}>
                {t('It will appear on the next statement of {name}.', { name: account?.dealer.name ?? '' })}
              </p>
              <div>
                <Button variant="primary" busy={busy} onClick={() => void chargeAccount(quote)}>
                  {rich('Charge {total} to the account', { total: <MoneyText money={quote.total} /> })}
                </Button>
              </div>
            </div>
          ) : prepaid?.isWhole ? (
            <div>
              <Button
                variant="primary"
                busy={busy}
                onClick={() => void payCard(quote)(undefined, newIdempotencyKey()).then(onPaid, () => {})}
              >
                {rich('Pay {total}', { total: <MoneyText money={quote.total} /> })}
              </Button>
            </div>
          ) : kind === 'split' && open.split ? (
            payment({
              money: open.split.card,
              label: t('Pay the remaining'),
              pay: payLater(quote, open.split.card),
              onPaid,
            })
          ) : (
            payment({
              money: prepaid?.card ?? quote.total,
              label: t('Pay'),
              pay: payCard(quote),
              onPaid,
            })
          )}
        </section>
      </div>

      <aside className={checkout.summary} aria-labelledby="purchase-summary">
        <h2 id="purchase-summary">{t('Your selection')}</h2>
        <Selected estimate={estimate} quote={ready ? quote : null} hasRead={request !== undefined} />
        <p className={checkout.quiet}>
          {t('All amounts in {currency}.', { currency: estimate.currency })}{' '}
          {ready ? t('This is the full amount you will pay.') : ''}
        </p>
      </aside>
      <div className={checkout.bar}>
        <span>{ready ? t('Total') : included ? t('Total, incl. VAT') : t('Total before tax')}</span>{' '}
        <MoneyText money={ready && quote ? quote.total : estimate.total} />
      </div>
    </div>
  );
}

type SelectedProps = {
  estimate: Estimate;
  quote: Quote | null;
  /** The customer sent a file, so they have a tool and need no advice on tools. */
  hasRead?: boolean;
};

/** Shown next to the form and, for anonymous visitors, alone. */
export function Selected({ estimate, quote, hasRead = false }: SelectedProps) {
  return (
    <>
      <PriceLines lines={estimate.lines} />
      {hasRead && estimate.chosen_tool_ids.length === 0 ? null : <ToolsNeeded estimate={estimate} />}
      <PriceSums
        list={estimate.subtotal}
        discount={estimate.discount}
        paidWith={quote?.paid_with ?? []}
        tax={quote}
        total={quote?.total ?? estimate.total}
      />
    </>
  );
}

/** Errors without a field on this page. */
const ownErrors = (errors: Failure['errors']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !name.startsWith('billing.') && name !== 'disclaimer_hash'),
  );
