import type { places } from '@tuneport/contract/store/places';
import { findPlace } from '@tuneport/domain/places/find-place';
import { handlers } from '../../../platform/http/context.ts';
import { countries } from '../../settings/index.ts';

export const placeRoutes = handlers<typeof places>({
  'GET /geocode': async ({ query }) => {
    const found = findPlace(countries, query);
    return found ? [found] : [];
  },
});
