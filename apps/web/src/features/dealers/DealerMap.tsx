import type { CallReply } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { Link } from '../../ui/controls/Link.tsx';
import css from './DealerMap.module.css';

type Places = CallReply<'GET /v1/dealers'>['places'];
type Props = { places: Places; near: CallReply<'GET /v1/dealers'>['near']; label?: string };

const aspect = 2.4;
/** Degrees of latitude: closer than this the outline of the land is too coarse. */
const heightMin = 8;
const landWidth = 360;

const dealersAt = ({ count, label }: Places[number]) =>
  count === 1
    ? label
    : plural(count, { one: '{count} dealer in {label}', other: '{count} dealers in {label}' }, { label });

/**
 * A map without a tile server: land and borders are one static picture (`public/land.svg`, from Natural Earth), and the
 * part around the dealers is shown. Longitudes are shortened as on the middle parallel, so that distances look right.
 */
export function DealerMap({ places, near, label = t('Map of dealers') }: Props) {
  const points = [...places, ...(near ? [near] : [])];
  if (points.length === 0) return null;
  const latitudes = points.map(({ latitude }) => latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const shorten = Math.max(0.2, Math.cos((middle * Math.PI) / 180));
  const xs = points.map(({ longitude }) => longitude * shorten);
  const spanX = Math.max(...xs) - Math.min(...xs);
  const spanY = Math.max(...latitudes) - Math.min(...latitudes);
  const height = Math.min(180, Math.max(heightMin, spanY * 1.3, (spanX * 1.15) / aspect));
  const width = height * aspect;
  const left = (Math.min(...xs) + Math.max(...xs)) / 2 - width / 2;
  const top = -middle - height / 2;
  const unit = height / 100;
  return (
    <section aria-label={label}>
      <svg className={css.map} viewBox={`${left} ${top} ${width} ${height}`}>
        <title>{label}</title>
        <image
          href="/land.svg"
          x={(-landWidth / 2) * shorten}
          y={-90}
          width={landWidth * shorten}
          height={180}
          preserveAspectRatio="none"
        />
        {near ? (
          <circle className={css.near} cx={near.longitude * shorten} cy={-near.latitude} r={unit * 3.4}>
            <title>{near.label}</title>
          </circle>
        ) : null}
        {places.map((place) => (
          <Link
            key={`${place.latitude} ${place.longitude}`}
            to={place.slug === null ? `/dealers?near=${encodeURIComponent(place.label)}` : `/dealers/${place.slug}`}
            discover="none"
            aria-label={dealersAt(place)}
            className={css.point}
          >
            <circle cx={place.longitude * shorten} cy={-place.latitude} r={unit * (place.count === 1 ? 1.6 : 2.4)} />
            <title>{dealersAt(place)}</title>
          </Link>
        ))}
      </svg>
    </section>
  );
}
