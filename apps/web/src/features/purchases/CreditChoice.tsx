import { t } from '@tuneport/domain/text/text';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { creditsText } from '../credits/credit-labels.ts';
import checkout from '../store/checkout/checkout.module.css';
import css from './purchase.module.css';
import type { Quote } from './purchase-types.ts';

type Props = {
  choices: Quote['credit_choices'];
  chosen: readonly number[];
  error?: readonly string[] | undefined;
  onChange: (chosen: number[]) => void;
};

/** Tune credits that can pay for part of this selection. Each pays for one tune; the rest is paid below. */
export function CreditChoice({ choices, chosen, error, onChange }: Props) {
  if (choices.length === 0) return null;
  return (
    <section className={checkout.block} aria-labelledby="purchase-credits">
      <h2 id="purchase-credits">{t('Pay with tune credits')}</h2>
      <fieldset className={css.tenders}>
        <legend className="visually-hidden">{t('Pay with tune credits')}</legend>
        {choices.map((lot, at) => (
          <Checkbox
            key={lot.id}
            label={
              lot.dealer
                ? t('{credits} of {dealer}', { credits: creditsText(lot.kind, lot.left), dealer: lot.dealer })
                : creditsText(lot.kind, lot.left)
            }
            hint={rich('Each pays for one tune. Valid until {expires_at}.', {
              expires_at: <DateText at={lot.expires_at} show="date" />,
            })}
            {...(error && at === 0 ? { error } : {})}
            checked={chosen.includes(lot.id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, lot.id] : chosen.filter((id) => id !== lot.id))
            }
          />
        ))}
      </fieldset>
    </section>
  );
}

/** The split credits a dealer gets instead of the tune. */
export function GivenCredits({ gives }: { gives: Quote['gives'] }) {
  if (gives.length === 0) return null;
  return (
    <section className={checkout.block} aria-labelledby="purchase-gives">
      <h2 id="purchase-gives">{t('You get tune credits')}</h2>
      {gives.map(({ label, credits, text }) => (
        <div key={label}>
          <p>
            {t('{label}: {credits} for your dealer account, valid for a year. Use them when you pay for a tune.', {
              label,
              credits: credits.join(' and '),
            })}
          </p>
          {text ? <p className={checkout.quiet}>{text}</p> : null}
        </div>
      ))}
    </section>
  );
}
