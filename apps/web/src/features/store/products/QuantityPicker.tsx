import { cartQuantityMax, cartQuantityMin } from '@tuneport/domain/store/cart';
import { t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './product.module.css';
import { typedQuantity } from './typed-quantity.ts';

type Props = { quantity: number; onChange: (quantity: number) => void; label?: string };

/** From 1 to 20. Typed values are clamped on blur, and immediately when above the maximum. */
export function QuantityPicker({ quantity, onChange, label = t('Quantity') }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const settle = (text: string) => {
    setDraft(null);
    onChange(typedQuantity(text));
  };
  return (
    <div className={css.quantity}>
      <label htmlFor={id} className={css.optionName}>
        {label}
      </label>
      <div className={css.quantityBox}>
        <button
          type="button"
          aria-label={t('Decrease quantity')}
          disabled={quantity <= cartQuantityMin}
          onClick={() => settle(String(quantity - 1))}
        >
          <Icon name="minus" />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? String(quantity)}
          onChange={({ currentTarget: { value } }) =>
            Number(value) > cartQuantityMax ? settle(value) : setDraft(value.slice(0, 6))
          }
          onBlur={({ currentTarget: { value } }) => settle(value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle(event.currentTarget.value);
            else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              settle(String(quantity + (event.key === 'ArrowUp' ? 1 : -1)));
            }
          }}
        />
        <button
          type="button"
          aria-label={t('Increase quantity')}
          disabled={quantity >= cartQuantityMax}
          onClick={() => settle(String(quantity + 1))}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  );
}
