import type { beta, betaAdmin } from '@tuneport/contract/beta/beta';
import type { BetaParticipantEvent, BetaProgramEvent } from '@tuneport/domain/beta/beta-states';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { giveFeedback, joinProgram, leaveProgram, listPrograms, readProgram } from './join.ts';
import { lockParticipant } from './queries.ts';
import { listParticipants, programRecords } from './records.ts';
import { type BetaContext, moveParticipant, moveProgram } from './steps.ts';

const contextOf = ({ db, now, platform }: { db: BetaContext['db']; now: Date; platform: Platform }): BetaContext => ({
  db,
  now,
  origin: platform.config.publicOrigin,
});

export const betaRoutes = handlers<typeof beta>({
  'GET /beta-programs': ({ db, actor }) => listPrograms(db, actor.userId),
  'GET /beta-programs/:id': ({ db, actor, params }) => readProgram(db, actor.userId, params.id),
  'POST /beta-programs/:id/join': async (input) => {
    const actor = signedIn(input.actor);
    await joinProgram(contextOf(input), actor, input.params.id, input.body);
    return readProgram(input.db, actor.userId, input.params.id);
  },
  'DELETE /beta-programs/:id/join': (input) => leaveProgram(contextOf(input), signedIn(input.actor), input.params.id),
  'POST /beta-programs/:id/feedback': async (input) => {
    const actor = signedIn(input.actor);
    await giveFeedback(contextOf(input), actor, input.params.id, input.body);
    return readProgram(input.db, actor.userId, input.params.id);
  },
});

export const betaAdminRoutes = handlers<typeof betaAdmin>({
  ...programRecords.routes,
  'POST /v1/admin/beta-programs/:id/steps': async (input) => {
    const by = { ...signedIn(input.actor), as: 'staff' as const };
    const { event, reason } = input.body;
    await moveProgram(contextOf(input), input.params.id, event as BetaProgramEvent, by, reason);
    return programRecords.routes['GET /v1/admin/beta-programs/:id'](input as never) as never;
  },
  'GET /v1/admin/beta-participants': ({ db, query: { program, page, state, search } }) =>
    listParticipants(db, { program, page, state, search }),
  'POST /v1/admin/beta-participants/:id/steps': async (input) => {
    const { id } = input.params;
    const { event, reason } = input.body;
    const found = await lockParticipant(input.db, id);
    if (!found) throw new Refusal('not_found');
    const by = { ...signedIn(input.actor), as: 'staff' as const };
    await moveParticipant(contextOf(input), found.program, found.row, event as BetaParticipantEvent, by, reason);
    const [shown] = (await listParticipants(input.db, { id, page: 1 })).data;
    if (!shown) throw new Refusal('not_found');
    return shown;
  },
});
