import { hasAgreed, withAgreement } from '@tuneport/domain/catalog/selection/tuning-state';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePricesIncludeTax } from '../../platform/tax-hint.ts';
import { useTuningState } from '../../platform/tuning-memory.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { TenderChoice } from '../payments/tender/TenderChoice.tsx';
import checkout from '../store/checkout/checkout.module.css';
import { errorsUnder, isDestination } from '../store/checkout/checkout-draft.ts';
import { OneAddress } from '../store/checkout/OneAddress.tsx';
import { useBillingAddress } from '../store/checkout/use-billing-address.ts';
import { ApprovalRequest } from './ApprovalRequest.tsx';
import { CreditChoice, GivenCredits } from './CreditChoice.tsx';
import { InstallerPicker } from './InstallerPicker.tsx';
import { BoughtBefore, Disclaimer } from './PurchaseNotices.tsx';
import { type PaymentSlot, PurchasePayment } from './PurchasePayment.tsx';
import { Selected } from './PurchaseSummary.tsx';
import type { Estimate, Quote } from './purchase-types.ts';
import { tenderOptions } from './tender-options.tsx';
import { noFailure, type PurchaseFailure, usePayPurchase } from './use-pay-purchase.ts';
import { usePurchaseTender } from './use-purchase-tender.ts';

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

/** Address, payment method and disclaimer next to the price; typed input survives a refusal. */
export function BuyTunes(props: Props) {
  const { estimate, vehicle, payment, onBought, onChanged, onInstaller, onCurrency, request } = props;
  const { credits: keptCredits, onCredits } = props;
  const included = usePricesIncludeTax();
  const [tuning, changeTuning] = useTuningState();
  const [again, setAgain] = useState(false);
  const [failure, setFailure] = useState(noFailure);
  const [round, setRound] = useState(0);
  const [ownCredits, setCreditIds] = useState<readonly number[]>([]);
  const creditIds = keptCredits ?? ownCredits;
  const { draft, change, countries, saved, email } = useBillingAddress((message) =>
    setFailure({ message, errors: {} }),
  );

  const { billing } = draft;
  const known = isDestination(billing, countries);
  const place = known ? { country_code: billing.country_code, state: billing.state } : {};
  const hash = estimate.hash;
  const credits = [...creditIds];
  const tender = usePurchaseTender({ estimateHash: hash, place, credits, request, round });
  const { account, byCardQuote, error, kind, open, prepaids, quote } = tender;
  const ready = quote !== null && (!byCardQuote || known);

  // A price that has changed is reloaded once, with a notice.
  const stale = error?.code === 'total_changed' || error?.errors.estimate_hash !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each estimate
  useEffect(() => {
    if (stale) onChanged();
  }, [stale, hash]);

  const agreedTo = (text: string) => tuning !== null && hasAgreed(tuning, text);
  const purchaseOf = (shown: Quote) => ({
    estimate_hash: hash,
    total: shown.total,
    vehicle: vehicle.path,
    ...(again ? { again: true } : {}),
    // A request uses the credits of its estimate.
    ...(request === undefined && credits.length > 0 ? { credits } : {}),
    ...(shown.disclaimer && agreedTo(shown.disclaimer.hash) ? { disclaimer_hash: shown.disclaimer.hash } : {}),
  });

  const paying = usePayPurchase({
    tender,
    billing,
    request,
    purchaseOf,
    setFailure,
    onBought,
    onChanged,
    onConflict: () => setRound((now) => now + 1),
  });

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
            onChoose={tender.setKind}
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
          <PurchasePayment
            tender={tender}
            paying={paying}
            ready={ready}
            mayPay={mayPay}
            payment={payment}
            approval={
              account && quote ? (
                <ApprovalRequest
                  account={account}
                  input={purchaseOf(quote)}
                  request={request}
                  disabled={tender.waiting}
                  onAsked={() => setRound((now) => now + 1)}
                />
              ) : null
            }
          />
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

/** Errors without a field on this page. */
const ownErrors = (errors: PurchaseFailure['errors']) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !name.startsWith('billing.') && name !== 'disclaimer_hash'),
  );
