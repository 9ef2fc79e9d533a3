import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import { ProductPicture } from './ProductArt.tsx';
import { isFree, perDays, shopAmount, stockLabel } from './product-labels.ts';
import { productAddress } from './product-list-address.ts';
import type { ListedProduct } from './product-types.ts';
import css from './products.module.css';

type Props = { product: ListedProduct; currency: string | null; pricesShown: boolean; headingLevel?: 2 | 3 };

export function ProductCard({ product, currency, pricesShown, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const;
  const words = stockLabel(product.availability);
  return (
    <article className={css.card}>
      <ProductPicture
        art={product.art}
        image={product.image}
        sizes="(min-width: 1100px) 280px, (min-width: 640px) 45vw, 92vw"
        className={css.cardPicture}
      />
      <div className={css.cardBody}>
        <Heading className={css.cardName}>
          <Link to={productAddress(product.slug, currency)} discover="none">
            {product.name}
          </Link>
        </Heading>
        <p className={css.cardText}>{product.summary}</p>
        <div className={css.cardFoot}>
          <ProductPrice product={product} pricesShown={pricesShown} />
          <span className={css.stock} data-tone={words.tone}>
            {words.text}
          </span>
        </div>
      </div>
    </article>
  );
}

/** The visitor's price, with the regular price struck through next to it. */
export function ProductPrice({
  product,
  pricesShown,
  big = false,
}: {
  product: Pick<ListedProduct, 'price' | 'baseprice' | 'has_options' | 'is_rental' | 'is_loaner' | 'days'>;
  pricesShown: boolean;
  big?: boolean;
}) {
  const { price, baseprice } = product;
  if (!pricesShown) return <span className={css.noPrice}>{t('Log in for prices')}</span>;
  if (!price) return <span className={css.noPrice}>{t('Price on request')}</span>;
  if (product.is_loaner && isFree(price)) return <span className={css.price}>{t('On loan')}</span>;
  const lowered = baseprice !== null && baseprice.amount !== price.amount;
  return (
    <span className={css.price}>
      <PriceText money={shopAmount(price)} big={big} {...(lowered ? { was: shopAmount(baseprice) } : {})} />
      {product.is_rental ? <span className={css.per}> {perDays(product.days)}</span> : null}
    </span>
  );
}
