import type { supportTicketsAdmin } from '@tuneport/contract/support/support-tickets-admin';
import { may } from '@tuneport/domain/identity/permissions';
import type { Currency } from '@tuneport/domain/money/money';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { watchRecord } from '../../../platform/http/mount/live.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { type SupportContext, supportContextOf } from '../support-context.ts';
import { acceptOffer, changeTicket, grantGoodwill, lockedTicket, staffInitiator } from './change-ticket.ts';
import { mergeTickets, previewMerge } from './merge-ticket.ts';
import { presentAdminTicket, presentClock, presentHead, presentMessage } from './present-ticket.ts';
import { readReplying, replyingVersion, requireSeen, startReplying, stopReplying } from './replying.ts';
import { savedReplies } from './saved-replies.ts';
import { ticketTopic } from './step-ticket.ts';
import { filesOf, listTickets, ticketById } from './ticket-queries.ts';
import { writeForStaff } from './write-reply.ts';

async function shown({ db, now }: Pick<SupportContext, 'db' | 'now'>, actor: Actor, id: number) {
  const ticket = await ticketById(db, id);
  if (!ticket) throw new Refusal('not_found');
  return presentAdminTicket(db, ticket, actor, now);
}

export const supportTicketAdminRoutes = handlers<typeof supportTicketsAdmin>({
  ...savedReplies.routes,
  'GET /v1/admin/tickets': async ({ db, actor, query, now }) => {
    const page = await listTickets(db, query, { userId: actor.userId, now });
    return {
      ...page,
      data: page.data.map((row) => ({
        ...presentHead(row),
        ...presentClock(row, now),
        customer_name: row.customer_name,
        email: row.email,
        assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
        last_by: row.last_by as 'customer' | 'house',
        via_catalog: row.via_catalog,
      })),
    };
  },
  'GET /v1/admin/tickets/:id': ({ db, actor, params, now }) => shown({ db, now }, actor, params.id),
  'PATCH /v1/admin/tickets/:id': async ({ db, platform, actor, params, body, readAt, now }) => {
    await changeTicket(await supportContextOf({ db, platform, now }), actor, params.id, body, readAt);
    return shown({ db, now }, actor, params.id);
  },
  'POST /v1/admin/tickets/:id/reply': async ({ db, platform, actor, params, body, now }) => {
    const support = await supportContextOf({ db, platform, now });
    const ticket = await lockedTicket(support, params.id);
    if (body.as !== 'note') await requireSeen(db, ticket.id, actor.userId, body.seen);
    const reply = { text: body.text, uploads: body.uploads, author: actor.name ?? 'Support' };
    const { message } = await writeForStaff(support, ticket, staffInitiator(actor), reply, body.as);
    await stopReplying(db, ticket.id, actor.userId);
    return presentMessage(message, await filesOf(db, params.id));
  },
  'GET /v1/admin/tickets/:id/replying': ({ db, actor, params, now }) => readReplying(db, params.id, actor.userId, now),
  'PUT /v1/admin/tickets/:id/replying': ({ db, actor, params, now }) =>
    startReplying(db, params.id, signedIn(actor).userId, now),
  'GET /v1/admin/tickets/:id/live': (context) =>
    watchRecord(context, {
      topic: ticketTopic(context.params.id),
      versionFor: async (actor) =>
        may(actor, 'tickets.admin') ? replyingVersion(context.db, context.params.id, new Date()) : null,
    }),
  'GET /v1/admin/tickets/:id/merge-preview': ({ db, params, query }) => previewMerge(db, params.id, query.into),
  'POST /v1/admin/tickets/:id/merge': async ({ db, platform, actor, params, body, now }) => {
    const into = await mergeTickets(
      await supportContextOf({ db, platform, now }),
      staffInitiator(actor),
      params.id,
      body.into,
    );
    await writeAudit(db, actor, 'tickets.merge', `ticket:${params.id}`, { into: into.id });
    return { id: into.id, number: ticketNumber(into.id) };
  },
  'POST /v1/admin/tickets/:id/accept': async ({ db, platform, actor, params, body, now }) => {
    await acceptOffer(await supportContextOf({ db, platform, now }), actor, params.id, body.reason);
    return shown({ db, now }, actor, params.id);
  },
  'POST /v1/admin/tickets/:id/goodwill': async ({ db, platform, actor, params, body, requestKey, now }) => {
    const input = { ...body, currency: body.currency as Currency };
    await grantGoodwill(await supportContextOf({ db, platform, now }), actor, params.id, input, requestKey);
    return shown({ db, now }, actor, params.id);
  },
});
