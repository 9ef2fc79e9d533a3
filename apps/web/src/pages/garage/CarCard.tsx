import { maskedVin } from '@tuneport/domain/garage/passport';
import { t } from '@tuneport/domain/text/text';
import { tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import { CarOutline } from '../../ui/brand/CarOutline.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { rich } from '../../ui/text/rich.ts';
import type { Car } from './GaragePage.tsx';
import css from './garage.module.css';

type Props = { car: Car; isFirst: boolean; onEdit: () => void; onDelete: () => void };

/** One car: what it has and the next step. */
export function CarCard({ car, isFirst, onEdit, onDelete }: Props) {
  const name = car.nickname || car.title;
  return (
    <li className={css.car}>
      <CarPhoto car={car} />
      <div className={css.about}>
        <header className={css.carHead}>
          <div>
            <h2>{name}</h2>
            <p className={css.quiet}>{[car.nickname ? car.title : '', car.detail].filter(Boolean).join(' · ')}</p>
          </div>
          <div className={css.carTools}>
            {car.handed_over_at ? null : (
              <Button variant="ghost" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
                {t('Edit')}
              </Button>
            )}
            <Button icon variant="ghost" aria-label={t('Delete {name}', { name })} onClick={onDelete}>
              <Icon name="trash" />
            </Button>
          </div>
        </header>
        <KeyValue
          rows={[
            [t('Tune'), car.tunes.join(', ') || t('Stock')],
            [t('Tool'), car.tool],
            [t('Logs'), car.logs === 0 ? t('None yet') : String(car.logs)],
            ...(car.request
              ? [
                  [
                    t('Request'),
                    <StateBadge key="request" machine={tuneRequestMachine} state={car.request.state} />,
                  ] as const,
                ]
              : []),
            [t('VIN'), car.vin ? <code key="vin">{maskedVin(car.vin)}</code> : t('Not entered')],
          ]}
        />
        {car.handed_over_at ? (
          <p className={css.nextText}>
            {rich('Handed over on {date}', { date: <DateText at={car.handed_over_at} show="date" /> })}
          </p>
        ) : (
          <>
            <VinNotice car={car} />
            <p className={css.nextText}>{car.next.text}</p>
          </>
        )}
        <Row>
          {car.handed_over_at ? null : (
            <ButtonLink variant={isFirst ? 'primary' : 'quiet'} to={car.next.to} discover="none">
              {car.next.label}
            </ButtonLink>
          )}
          <ButtonLink to={`/garage/${car.id}`} aria-label={t('Vehicle passport of {name}', { name })}>
            {t('Vehicle passport')}
          </ButtonLink>
        </Row>
      </div>
    </li>
  );
}

function VinNotice({ car }: { car: Pick<Car, 'vin_conflict' | 'vin_facts'> }) {
  if (car.vin_conflict)
    return (
      <Notice tone="careful">
        {t('{vin_conflict} Check the VIN or the car.', { vin_conflict: car.vin_conflict })}
      </Notice>
    );
  if (car.vin_facts?.status === 'doubtful')
    return (
      <Notice>
        {t(
          'The check digit of the VIN does not match. Not every manufacturer uses one, but please check the VIN again.',
        )}
      </Notice>
    );
  return null;
}

export function CarPhoto({ car }: { car: Pick<Car, 'id' | 'photo' | 'title'> }) {
  const { photo } = car;
  if (!photo)
    return (
      <div className={css.picture}>
        <CarOutline body="hatch" width={220} />
      </div>
    );
  const at = (width: number) => `/api/vehicles/${car.id}/photo/${width}?v=${photo.version}`;
  return (
    <img
      className={css.picture}
      src={at(photo.widths[0] ?? photo.width)}
      srcSet={photo.widths.map((width) => `${at(width)} ${width}w`).join(', ')}
      sizes="(min-width: 760px) 320px, 100vw"
      width={photo.width}
      height={photo.height}
      alt={car.title}
      loading="lazy"
    />
  );
}
