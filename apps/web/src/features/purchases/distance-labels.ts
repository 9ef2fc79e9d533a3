import { t } from '@tuneport/domain/text/text';
/** Town coordinates are accurate to a tenth of a degree, so exact kilometres would be misleading. */
export function distanceLabel(km: number | null): string {
  if (km === null) return '';
  if (km < 15) return t('In your area');
  return t('About {km} km', { km: Math.round(km / 10) * 10 });
}
