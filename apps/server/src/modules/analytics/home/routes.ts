import type { home } from '@tuneport/contract/analytics/home';
import { handlers } from '../../../platform/http/context.ts';
import { newestPosts } from '../../content/index.ts';
import { readChosenTunes, readDealerTowns, readDeliveries, readMeasured, readTuners } from './home-proof.ts';

const postsShown = 3;

export const homeRoutes = handlers<typeof home>({
  'GET /v1/home': async ({ db, region, now }) => {
    const [deliveries, tuners, chosen, measured, posts, dealers] = await Promise.all([
      readDeliveries(db, now),
      readTuners(db, now),
      readChosenTunes(db, region, now),
      readMeasured(db, region),
      newestPosts(db, now, postsShown),
      readDealerTowns(db),
    ]);
    return {
      deliveries,
      tuners,
      chosen,
      measured,
      posts: posts.map(({ id, slug, title, summary, published_at }) => ({ id, slug, title, summary, published_at })),
      dealers,
    };
  },
});
