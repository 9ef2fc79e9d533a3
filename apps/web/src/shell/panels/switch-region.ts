import type { RegionId } from '@tuneport/domain/places/regions';
import { writeCookie } from '../../platform/storage.ts';

/** Uses the other region's catalogue from the next request on; a region with its own URL is opened there. */
export function switchRegion(region: RegionId, url: string | null | undefined): void {
  writeCookie('region', String(region));
  if (url && /^https?:/.test(url) && new URL(url).origin !== window.location.origin) window.location.assign(url);
  else window.location.reload();
}
