import { t } from '@tuneport/domain/text/text';
import { usePricesIncludeTax } from '../../platform/tax-hint.ts';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import checkout from '../store/checkout/checkout.module.css';
import { type TaxedSale, TaxesAbove, TaxesBelow } from '../store/checkout/TaxRows.tsx';
import css from './purchase.module.css';
import { type Estimate, isSome, type Purchase, type Quote, type WireMoney } from './purchase-types.ts';

type Line = Pick<Purchase['lines'][number], 'label' | 'amount' | 'derivation' | 'required'>;

const minus = ({ amount, currency }: WireMoney) => ({ amount: `-${amount}`, currency });

/** Each item with its price; a price derived in several steps expands to show them. */
export function PriceLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.label}>
          <div className={css.line}>
            <span>{line.label}</span>
            <MoneyText money={line.amount} hideCurrency />
          </div>
          {line.required ? (
            <p className={checkout.quiet}>{t('Added because another tune you chose needs it.')}</p>
          ) : null}
          {line.derivation.length > 1 ? (
            <details className={css.why}>
              <summary>{t('Why this price')}</summary>
              <ol>
                {line.derivation.map((step, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: steps follow each other
                  <li key={at}>
                    <span>{step.label}</span>
                    <MoneyText money={step.amount ?? step.after} hideCurrency signed={at > 0 && step.amount !== null} />
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type Sums = {
  list: WireMoney;
  discount: WireMoney;
  /** The part paid with tune credits. */
  paidWith: Quote['paid_with'];
  /** null while the buyer's location is unknown. */
  tax: TaxedSale | null;
  total: WireMoney;
};

export function PriceSums({ tax, total, list, discount, paidWith }: Sums) {
  const included = usePricesIncludeTax();
  return (
    <dl className={checkout.sums}>
      <dt>{isSome(discount) ? t('List price') : included ? t('Subtotal, incl. VAT') : t('Subtotal')}</dt>
      <dd>
        <MoneyText money={list} hideCurrency />
      </dd>
      {isSome(discount) ? (
        <>
          <dt>{t('You save')}</dt>
          <dd>
            <MoneyText money={minus(discount)} hideCurrency off />
          </dd>
        </>
      ) : null}
      {paidWith.map(({ label, credits, amount }) => (
        <div key={label} className={checkout.pair}>
          <dt>{t('{label}, paid with {credits}', { label, credits })}</dt>
          <dd>
            <MoneyText money={minus(amount)} hideCurrency off />
          </dd>
        </div>
      ))}
      {tax ? (
        <TaxesAbove sale={tax} />
      ) : included ? null : (
        <div className={checkout.later}>
          <dt>{t('Tax')}</dt>
          <dd>{t('Calculated at the next step')}</dd>
        </div>
      )}
      <dt className={checkout.total}>{tax ? t('Total') : included ? t('Total, incl. VAT') : t('Total before tax')}</dt>
      <dd className={checkout.total} aria-live="polite">
        <MoneyText money={total} big />
      </dd>
      {tax ? <TaxesBelow sale={tax} /> : null}
    </dl>
  );
}

/** The tools for these tunes: those included in the price, or those the buyer needs. */
function ToolsNeeded({ estimate: { tool_sets, chosen_tool_ids } }: { estimate: Estimate }) {
  const isChosen = ({ tools }: Estimate['tool_sets'][number]) => tools.every(({ id }) => chosen_tool_ids.includes(id));
  const chosen = tool_sets.find(isChosen);
  const set = chosen ?? tool_sets.find(({ tools }) => tools.every((tool) => !tool.is_inhouse)) ?? tool_sets[0];
  if (!set) return null;
  const names = set.tools.map(({ name }) => name).join(' + ');
  return (
    <div className={css.tools}>
      <h3>
        {chosen
          ? t('Flashed with {names}', { names })
          : t('You flash it yourself, for example with {names}', { names })}
      </h3>
      <ul>
        {set.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
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
