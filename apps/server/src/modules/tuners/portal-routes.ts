import type { tuners } from '@tuneport/contract/tuners/tuners';
import type { Actor } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { sendPdf } from '../../platform/pdf/send-pdf.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  bankAccountOf,
  presentEarnings,
  presentEntries,
  presentPayoutOf,
  presentPayouts,
  presentRunOf,
  remittancePdf,
  setBankAccount,
} from '../ledger/index.ts';
import { companyZone } from '../settings/index.ts';
import { listOwnTuners, ownTuner } from './own-tuner.ts';

export const tunersRoutes = handlers<typeof tuners>({
  'GET /tuners': ({ db, actor }) => listOwnTuners(db, actor),
  'GET /tuners/:id': async ({ db, platform, actor, params, query, now }) => {
    const { owner, ...tuner } = await ownTuner(db, actor, params.id);
    return { ...tuner, earnings: await presentEarnings(db, owner, query, await companyZone(platform), now) };
  },
  'GET /tuners/:id/entries': async ({ db, platform, actor, params, query, now }) => {
    const { owner } = await ownTuner(db, actor, params.id);
    return presentEntries(db, owner, query, await companyZone(platform), now, isActiveMember(actor, params.id));
  },
  'GET /tuners/:id/transfers': async ({ db, actor, params, query }) =>
    presentPayouts(db, (await ownTuner(db, actor, params.id)).owner, query),
  'GET /tuners/:id/transfers/:transfer': async ({ db, actor, params }) =>
    presentPayoutOf(db, (await ownTuner(db, actor, params.id)).owner, params.transfer),
  'GET /tuners/:id/transfers/:transfer/pdf': async ({ db, platform, actor, params }) =>
    sendPdf(await remittancePdf(platform, (await ownTuner(db, actor, params.id)).owner, params.transfer)),
  'GET /tuners/:id/bank-account': async ({ db, actor, params }) => ({
    account: await bankAccountOf(db, (await ownTuner(db, actor, params.id)).owner),
    may_change: isActiveMember(actor, params.id),
  }),
  'PUT /tuners/:id/bank-account': async ({ db, platform, actor, params, body, now }) => {
    if (!isActiveMember(actor, params.id)) throw new Refusal('not_found');
    return setBankAccount(db, platform, actor, `tuner:${params.id}`, body, now);
  },
  'GET /tuners/:id/transfer-groups/:transfer': async ({ db, actor, params }) =>
    presentRunOf(db, (await ownTuner(db, actor, params.id)).owner, params.transfer),
});

/** Members of a suspended tuner see its earnings but change nothing. */
const isActiveMember = (actor: Actor, id: number): boolean => actor.tuners.some((tuner) => tuner.id === id);
