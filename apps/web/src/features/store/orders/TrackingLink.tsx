import { t } from '@tuneport/domain/text/text';
import css from './orders.module.css';

type Parcel = {
  readonly carrier: string;
  readonly carrier_name: string;
  readonly tracking_number: string;
  readonly tracking_url: string | null;
};

/** The tracking number of a parcel, linked to its carrier if known. */
export const TrackingLink = ({ parcel }: { parcel: Parcel }) => (
  <span>
    {parcel.carrier === 'other' ? t('Tracking number') : parcel.carrier_name}:{' '}
    {parcel.tracking_url === null ? (
      parcel.tracking_number
    ) : (
      <a className={css.track} href={parcel.tracking_url} target="_blank" rel="noreferrer">
        {parcel.tracking_number}
      </a>
    )}
  </span>
);
