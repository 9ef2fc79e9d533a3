import type { backOffice } from '@tuneport/contract/analytics/back-office';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../../platform/http/context.ts';
import { homeFeed, homeMoney } from './home-figures.ts';
import { countWork } from './work-queues.ts';

export const backOfficeRoutes = handlers<typeof backOffice>({
  'GET /v1/admin/work-queues': async (context) => ({
    counts: await countWork(context, context.actor, context.now),
  }),
  'GET /v1/admin/home': async ({ db, platform, actor, now }) => {
    const [counts, money, feed] = await Promise.all([
      countWork({ db, platform }, actor, now),
      may(actor, 'transactions.read') ? homeMoney(db, now) : null,
      may(actor, 'audit.read') ? homeFeed(db) : null,
    ]);
    return { as_of: now, counts, money, feed };
  },
});
