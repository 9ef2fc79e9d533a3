/** Towns are known to a tenth of a degree, so nobody is told kilometres that mean nothing. */
export function distanceLabel(km: number | null): string {
  if (km === null) return '';
  if (km < 15) return 'In your area';
  return `About ${(Math.round(km / 10) * 10).toLocaleString('en')} km`;
}
