import type { tuners } from '@tuneport/contract/tuners/tuners';
import { handlers } from '../../platform/http/context.ts';
import { presentEarnings, presentEntries, presentPayoutOf, presentPayouts, presentRunOf } from '../ledger/index.ts';
import { listOwnTuners, ownTuner } from './own-tuner.ts';

export const tunersRoutes = handlers<typeof tuners>({
  'GET /tuners': ({ db, actor }) => listOwnTuners(db, actor),
  'GET /tuners/:id': async ({ db, actor, params, query, now }) => {
    const { owner, ...tuner } = await ownTuner(db, actor, params.id);
    return { ...tuner, earnings: await presentEarnings(db, owner, query, now) };
  },
  'GET /tuners/:id/entries': async ({ db, actor, params, query }) =>
    presentEntries(db, (await ownTuner(db, actor, params.id)).owner, query),
  'GET /tuners/:id/transfers': async ({ db, actor, params, query }) =>
    presentPayouts(db, (await ownTuner(db, actor, params.id)).owner, query),
  'GET /tuners/:id/transfers/:transfer': async ({ db, actor, params }) =>
    presentPayoutOf(db, (await ownTuner(db, actor, params.id)).owner, params.transfer),
  'GET /tuners/:id/transfer-groups/:transfer': async ({ db, actor, params }) =>
    presentRunOf(db, (await ownTuner(db, actor, params.id)).owner, params.transfer),
});
