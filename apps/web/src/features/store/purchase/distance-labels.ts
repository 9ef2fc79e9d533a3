/** Town coordinates are accurate to a tenth of a degree, so exact kilometres would be misleading. */
export function distanceLabel(km: number | null): string {
  if (km === null) return '';
  if (km < 15) return 'In your area';
  return `About ${(Math.round(km / 10) * 10).toLocaleString('en')} km`;
}
