import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import css from './tender.module.css';

type TenderOption<Key extends string> = {
  readonly key: Key;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
};

type Props<Key extends string> = {
  options: readonly TenderOption<Key>[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** The frame of the page around it. */
  className?: string | undefined;
  /** Shown below the options. */
  children?: ReactNode;
};

/** Payment method of an order or tunes: card, prepaid money, dealer account, or a split. */
export function TenderChoice<Key extends string>({ options, chosen, onChoose, className, children }: Props<Key>) {
  return (
    <section className={className} aria-labelledby="tender-title">
      <h2 id="tender-title">{t('How to pay')}</h2>
      <fieldset className={css.tenders}>
        <legend className="visually-hidden">{t('How to pay')}</legend>
        {options.map((option) => (
          <Radio
            key={option.key}
            name="tender"
            label={option.label}
            hint={option.hint}
            disabled={option.disabled}
            checked={chosen === option.key}
            onChange={() => onChoose(option.key)}
          />
        ))}
      </fieldset>
      {children}
    </section>
  );
}
