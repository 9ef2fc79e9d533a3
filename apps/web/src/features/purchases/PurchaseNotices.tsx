import { t } from '@tuneport/domain/text/text';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import css from './purchase.module.css';
import type { Quote } from './purchase-types.ts';

type BoughtProps = { bought: NonNullable<Quote['bought']>; again: boolean; onAgain: (again: boolean) => void };

export const BoughtBefore = ({ bought, again, onAgain }: BoughtProps) => (
  <Notice
    tone="careful"
    title={t('You already bought this selection: {number}.', { number: bought.number })}
    action={
      <ButtonLink size="small" to={`/purchase/catalog?purchase=${bought.purchase_id}`}>
        {t('Continue with this purchase')}
      </ButtonLink>
    }
  >
    <p>{t('This purchase is waiting for your file. You do not have to pay again.')}</p>
    <Checkbox
      label={t('Buy it again for another car')}
      checked={again}
      onChange={(event) => onAgain(event.currentTarget.checked)}
    />
  </Notice>
);

type DisclaimerProps = {
  text: string;
  agreed: boolean;
  error: readonly string[] | undefined;
  onChange: (agreed: boolean) => void;
};

export const Disclaimer = ({ text, agreed, error, onChange }: DisclaimerProps) => (
  <div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard must reach it */}
    <p className={css.disclaimer} tabIndex={0}>
      {text}
    </p>
    <Checkbox
      label={t('I have read this and agree')}
      checked={agreed}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </div>
);
