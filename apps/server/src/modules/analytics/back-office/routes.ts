import type { backOffice } from '@tuneport/contract/analytics/back-office';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../../platform/http/context.ts';
import { homeFeed, homeMoney } from './home-figures.ts';
import { countWork } from './work-queues.ts';

export const backOfficeRoutes = handlers<typeof backOffice>({
  'GET /v1/admin/work-queues': async ({ db, actor, now }) => ({ counts: await countWork(db, actor, now) }),
  'GET /v1/admin/home': async ({ db, actor, now }) => {
    const [counts, money, feed] = await Promise.all([
      countWork(db, actor, now),
      may(actor, 'transactions.read') ? homeMoney(db, now) : null,
      may(actor, 'audit.read') ? homeFeed(db) : null,
    ]);
    return { as_of: now, counts, money, feed };
  },
});
