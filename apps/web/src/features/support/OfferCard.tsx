import { t } from '@tuneport/domain/text/text';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './support.module.css';
import type { Ticket } from './ticket-labels.ts';

type Offer = Pick<
  NonNullable<Ticket['offer']>,
  'vehicle' | 'path' | 'tunes' | 'lines' | 'discount' | 'total' | 'without_price'
>;

/** A request from the catalogue: vehicle, tunes and their price at that time. */
export function OfferCard({ offer, accepted }: { offer: Offer; accepted?: boolean }) {
  return (
    <Card className={css.offer}>
      <h2>{t('Your request')}</h2>
      <p>
        {offer.path ? (
          <TextLink to={offer.path} discover="none">
            {offer.vehicle}
          </TextLink>
        ) : (
          offer.vehicle
        )}
      </p>
      {offer.total ? (
        <dl className={css.sums}>
          {offer.lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>
                <MoneyText money={line.amount} />
              </dd>
            </div>
          ))}
          {offer.discount ? (
            <div>
              <dt>{t('Discounts')}</dt>
              <dd>
                −<MoneyText money={offer.discount} />
              </dd>
            </div>
          ) : null}
          <div className={css.total}>
            <dt>{t('Total')}</dt>
            <dd>
              <MoneyText money={offer.total} />
            </dd>
          </div>
        </dl>
      ) : (
        <>
          <ul>
            {offer.tunes.map((tune) => (
              <li key={tune}>{tune}</li>
            ))}
          </ul>
          <p className={css.quiet}>{offer.without_price}</p>
        </>
      )}
      {accepted === undefined ? null : (
        <p className={css.quiet}>
          {accepted ? t('Accepted. You can buy it here as requested.') : t('Asking costs nothing.')}
        </p>
      )}
    </Card>
  );
}
