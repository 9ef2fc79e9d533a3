import { t } from '@tuneport/domain/text/text';
import { type Dispatch, useId } from 'react';
import { usePricesIncludeTax } from '../../../platform/tax-hint.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { ProductPrice } from './ProductCard.tsx';
import css from './product.module.css';
import { type Choice, chosenPrice } from './product-choice.ts';
import { isFree, shopAmount, stockLabel } from './product-labels.ts';
import type { Product } from './product-types.ts';
import list from './products.module.css';
import { putInCart } from './put-in-cart.ts';
import { QuantityPicker } from './QuantityPicker.tsx';

type Props = { product: Product; choice: Choice; onChoose: Dispatch<Choice>; currency: string | null };

/** Price of the selected options, availability and the buy button. */
export function BuyBox({ product, choice, onChoose, currency }: Props) {
  const words = stockLabel(product.availability);
  const { price, baseprice } = chosenPrice(product, choice);
  const soldOut = product.availability.state === 'sold-out';
  const included = usePricesIncludeTax();
  return (
    <div className={css.buy}>
      <div className={css.buyPrice} aria-live="polite">
        <ProductPrice product={{ ...product, price, baseprice }} pricesShown={product.prices_shown} big />
        {product.sale && price ? <span className={css.saleName}>{product.sale.name}</span> : null}
      </div>
      {product.dealer_tier && price ? (
        <p className={css.dealer}>{t('Dealer tier {name}, {percent}% off', product.dealer_tier)}</p>
      ) : null}
      <DealerPrice product={product} />
      <p className={list.stock} data-tone={words.tone}>
        {words.text}
      </p>
      {product.availability.month === null ? null : <ShortageNotice product={product} />}
      {product.options.map((option) => (
        <OptionField
          key={option.id}
          option={option}
          chosen={choice.selections[option.id]}
          onChoose={(id) => onChoose({ ...choice, selections: { ...choice.selections, [option.id]: id } })}
        />
      ))}
      <div className={css.buyRow}>
        <QuantityPicker quantity={choice.quantity} onChange={(quantity) => onChoose({ ...choice, quantity })} />
        <AddButton product={product} choice={choice} currency={currency} />
      </div>
      {soldOut ? (
        <p className={css.small}>{t('Not available at the moment. Nothing was ordered or reserved.')}</p>
      ) : null}
      {product.deposit && (product.is_rental || product.is_loaner) ? (
        <p className={css.small}>
          {rich(
            'A deposit of {shopAmount} is due after you order. We refund it to your card after the tool is returned and inspected.',
            { shopAmount: <MoneyText money={shopAmount(product.deposit)} /> },
          )}
        </p>
      ) : null}
      <ul className={css.promises}>
        {product.is_digital ? (
          <li>{t('Delivered by download and stored in your account')}</li>
        ) : (
          <li>{t('Ships within one working day when in stock')}</li>
        )}
        <li>{t('30 days to send it back')}</li>
        <li>
          {included
            ? t('Prices include VAT; shipping is shown before you pay')
            : t('Tax and shipping are shown before you pay')}
        </li>
      </ul>
    </div>
  );
}

export function AddButton({
  product,
  choice,
  currency,
  label = t('Add to cart'),
  onAdded,
}: {
  product: Product;
  choice: Choice;
  /** The currency in the URL; null keeps the cart's. */
  currency: string | null;
  label?: string;
  onAdded?: () => void;
}) {
  const isDealer = useUi()?.dealer != null;
  const login = useLoginLink();
  if (!product.prices_shown)
    return (
      <ButtonLink variant="primary" {...login} className={css.add}>
        {t('Log in to buy')}
      </ButtonLink>
    );
  const { price } = chosenPrice(product, choice);
  const soldOut = product.availability.state === 'sold-out';
  return (
    <Button
      variant="primary"
      className={css.add}
      disabled={soldOut || price === null}
      onClick={() => {
        putInCart(product, choice, { isDealer, currency });
        onAdded?.();
      }}
    >
      {soldOut ? t('Sold out') : product.availability.state === 'back-order' ? t('Back-order') : label}
    </Button>
  );
}

/** Only for users who may see dealer prices; the response of everyone else does not contain them. */
function DealerPrice({ product }: { product: Product }) {
  const amount = product.dealerPricesByCurrency?.[product.currency];
  // For a dealer it is already shown above as the price.
  if (amount === undefined || amount === product.price?.amount) return null;
  return (
    <p className={css.dealer}>
      {rich('Dealer price {shopAmount}', {
        shopAmount: <MoneyText money={shopAmount({ amount, currency: product.currency })} />,
      })}
    </p>
  );
}

export function ShortageNotice({ product }: { product: Pick<Product, 'name' | 'availability'> }) {
  if (product.availability.state !== 'back-order') return null;
  const { text } = stockLabel(product.availability);
  return (
    <Notice tone="careful" title={t('{name} is in short supply.', { name: product.name })}>
      {t(
        'Order now and keep your place in line. {text}; we e-mail you before it ships, and you can cancel until then.',
        {
          text,
        },
      )}
    </Notice>
  );
}

function OptionField({
  option,
  chosen,
  onChoose,
}: {
  option: Product['options'][number];
  chosen: number | undefined;
  onChoose: (id: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css.option}>
      <legend className={css.optionName}>{option.name}</legend>
      <div className={css.selections}>
        {option.selections.map(({ id, name: label, price }) => (
          <label key={id} className={cx(css.selection, id === chosen && css.chosen)}>
            <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
            <span>{label}</span>
            {price === null || isFree(price) ? null : (
              <span className={css.more}>
                <MoneyText money={shopAmount(price)} hideCurrency signed />
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
