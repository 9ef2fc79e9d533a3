import { msg, plural, t } from '@tuneport/domain/text/text';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { Tool } from '../catalog-types.ts';
import css from './tool-choice.module.css';
import type { ToolOffer } from './tool-offers.ts';

const stockTexts = {
  available: msg('in stock'),
  few: msg('only a few left'),
  'back-order': msg('on back order'),
  'sold-out': msg('sold out'),
  digital: msg('download'),
} as const;

export const productPath = (slug: string): string => `/products/${slug}`;

type Props = { tool: Tool; offers: readonly ToolOffer[]; isEnough: boolean };

/**
 * Where the tool can be bought, rented and borrowed. Renting is offered only if it writes the whole selection by
 * itself.
 */
export function ToolOffers({ tool, offers, isEnough }: Props) {
  const offerOf = (slug: string | null) => offers.find((offer) => offer.slug === slug);
  const [sold, rented, lent] = [offerOf(tool.product_slug), offerOf(tool.rental_slug), offerOf(tool.loan_slug)];
  const rent = isEnough && tool.is_rentable ? rented : undefined;
  if (!sold && !rent && !lent) return null;
  return (
    <p className={css.offers}>
      {sold?.price ? (
        <span>
          <TextLink to={productPath(sold.slug)} discover="none">
            {rich('Buy for {price}', { price: <PriceText money={sold.price} /> })}
          </TextLink>
          , {t(stockTexts[sold.availability])}
        </span>
      ) : null}
      {rent?.price ? (
        <span>
          <TextLink to={productPath(rent.slug)} discover="none">
            {rich('Rent for {price}', { price: <PriceText money={rent.price} /> })}
          </TextLink>
          {rent.days === null ? '' : `, ${plural(rent.days, { one: '{count} day', other: '{count} days' })}`}
        </span>
      ) : null}
      {lent ? (
        <TextLink to={productPath(lent.slug)} discover="none">
          {t('Borrow it')}
        </TextLink>
      ) : null}
    </p>
  );
}
