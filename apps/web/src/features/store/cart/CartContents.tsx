import { times, toWire } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { usePricesIncludeTax } from '../../../platform/tax-hint.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { QuantityPicker } from '../products/QuantityPicker.tsx';
import css from './cart.module.css';
import { changeQuantity, chooseCurrency, putBack, removeFromCart, useCart } from './cart-store.ts';
import { refreshPrices } from './refresh-prices.ts';

/** Cart contents: change quantity, remove, undo, select the currency. */
export default function CartContents({ onLeave }: { onLeave: () => void }) {
  const cart = useCart();
  const included = usePricesIncludeTax();
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    void refreshPrices().then(setGone);
  }, []);

  function remove(hash: string, at: number, name: string) {
    const entry = removeFromCart(hash);
    if (entry)
      toast(t('{name} was removed from the cart.', { name }), {
        action: { label: t('Undo'), onSelect: () => putBack(entry, at) },
      });
  }

  return (
    <div className={css.contents}>
      <ul className={css.entries}>
        {cart.entries.map((entry, at) => (
          <li key={entry.hash} className={css.entry}>
            <div>
              <Link to={`/products/${entry.product.slug}`} className={css.name} onClick={onLeave}>
                {entry.product.name}
              </Link>
              {entry.options.length > 0 ? (
                <ul className={css.options}>
                  {entry.options.map(({ option, selection }) => (
                    <li key={String(option.id)}>
                      {option.name}: {selection.name}
                    </li>
                  ))}
                </ul>
              ) : null}
              {gone.has(entry.hash) ? (
                <p className={css.gone}>{t('No longer sold like this. Remove it to continue.')}</p>
              ) : null}
            </div>
            <div className={css.amount}>
              {entry.pricePerUnit ? (
                <>
                  <MoneyText money={toWire(times(entry.pricePerUnit, BigInt(entry.quantity)))} />
                  {entry.quantity > 1 ? (
                    <span className={css.each}>
                      {rich('{price} each', { price: <MoneyText money={toWire(entry.pricePerUnit)} hideCurrency /> })}
                    </span>
                  ) : null}
                </>
              ) : (
                <span className={css.each}>{t('No price in {currency}', { currency: cart.currency })}</span>
              )}
            </div>
            <div className={css.controls}>
              <QuantityPicker
                label={t('Quantity of {name}', { name: entry.product.name })}
                quantity={entry.quantity}
                onChange={(quantity) => changeQuantity(entry.hash, quantity)}
              />
              <button
                type="button"
                className={css.remove}
                aria-label={t('Remove {name}', { name: entry.product.name })}
                onClick={() => remove(entry.hash, at, entry.product.name)}
              >
                <Icon name="trash" /> {t('Remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        {cart.currencies.length > 1 ? (
          <NativeSelect
            label={t('Currency')}
            hideLabel
            className={css.currency}
            value={cart.currency}
            options={cart.currencies.map((code) => ({ value: code, label: code }))}
            onChange={(event) => {
              chooseCurrency(event.currentTarget.value);
              // The page behind the cart also shows prices.
              void revalidate();
            }}
          />
        ) : null}
        <dl className={css.subtotal}>
          <dt>{included ? t('Subtotal, incl. VAT') : t('Subtotal')}</dt>
          <dd aria-live="polite">
            {cart.subtotal ? (
              <MoneyText money={toWire(cart.subtotal)} big />
            ) : (
              t('No price in {currency}', { currency: cart.currency })
            )}
          </dd>
        </dl>
        <p className={css.note}>
          {included
            ? t(
                'Prices include VAT. Sales and shipping are shown at checkout, before you pay. Items in the cart are not reserved until then.',
              )
            : t(
                'Sales, shipping and tax are shown at checkout, before you pay. Items in the cart are not reserved until then.',
              )}
        </p>
      </div>
    </div>
  );
}
