import type { places } from '@tuneport/contract/places';
import { findPlace } from '@tuneport/domain/find-place';
import { handlers } from '../../../platform/http/context.ts';
import { countries } from '../../settings/index.ts';

export const placeRoutes = handlers<typeof places>({
  'GET /geocode': async ({ query }) => {
    const found = findPlace(countries, query);
    return found ? [found] : [];
  },
});
