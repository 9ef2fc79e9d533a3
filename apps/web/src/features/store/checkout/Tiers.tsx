import { plural, t } from '@tuneport/domain/text/text';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import css from './checkout.module.css';
import type { Quote } from './use-quote.ts';

/** Shipping tiers with their prices. */
export function Tiers({
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
  if (!known) return <p className={css.quiet}>{t('Choose a country to see shipping options.')}</p>;
  if (problem !== null)
    return (
      <Notice tone="bad" live title={problem}>
        {t('Nothing was ordered. Use another address, or contact us and we will look for a way.')}
      </Notice>
    );
  if (!answer) return <Skeleton />;
  if (!answer.shipping_needed) return <p className={css.quiet}>{t('Nothing in this order needs shipping.')}</p>;
  return (
    <fieldset className={css.tiers} data-waiting={quote === 'waiting' || undefined}>
      <legend className="visually-hidden">{t('Shipping method')}</legend>
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

function daysText(min: number | null, max: number | null): string | undefined {
  if (min === null && max === null) return undefined;
  if (min === null || max === null || min === max) {
    const days = max ?? min ?? 0;
    return plural(days, { one: 'About one working day', other: 'About {count} working days' });
  }
  return t('{min} to {max} working days', { min, max });
}
