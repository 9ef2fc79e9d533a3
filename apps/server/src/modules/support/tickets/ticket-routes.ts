import type { supportTickets } from '@tuneport/contract/support/support-tickets';
import { isTuner } from '@tuneport/domain/identity/permissions';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import type { TicketState } from '@tuneport/domain/support/ticket-states';
import type { Actor } from '../../../platform/actor.ts';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { watchRecord } from '../../../platform/http/mount/live.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { proveHuman } from '../../settings/index.ts';
import { sendSupportFile } from '../files/send-support-file.ts';
import { takeFile } from '../files/take-file.ts';
import { type SupportContext, supportContextOf } from '../support-context.ts';
import { offerOf } from './ask-via-ticket.ts';
import { answersTo, openTicket, requireValidTicket } from './open-ticket.ts';
import { presentListed, presentMessage, presentTicket } from './present-ticket.ts';
import { ticketTopic } from './step-ticket.ts';
import { speaksFor, viewerOf } from './ticket-policy.ts';
import { filesOf, listOwnTickets, type TicketRow, ticketFor } from './ticket-queries.ts';
import { writeAsCustomer, writeForStaff } from './write-reply.ts';

type Input = {
  title: string;
  description: string;
  customer_name: string;
  email: string;
  uploads: string[];
  recaptcha_token?: string | undefined;
};

async function openFor(
  support: SupportContext,
  { actor, region }: Pick<Context, 'actor' | 'region'>,
  body: Input,
  offer?: object,
) {
  const { ticket, token } = await openTicket(support, {
    ...body,
    region,
    email: await answersTo(support, actor, body.email),
    userId: actor.userId,
    dealerId: actor.dealers[0]?.id ?? null,
    ...(offer === undefined ? {} : { offer }),
  });
  const shown = await presentTicket(support.db, ticket, viewerOf(actor, token));
  return { ...shown, token };
}

async function readable(context: Pick<Context, 'db' | 'actor'>, id: number, token?: string, lock?: 'lock') {
  const { tokenHash } = viewerOf(context.actor, token);
  const link = { userId: null, dealerIds: [], staff: false, tuner: false, tokenHash };
  // An invalid link is ignored, so that an actor with other access to the ticket does not act as its customer.
  const isLink = tokenHash !== null && (await ticketFor(context.db, id, link)) !== undefined;
  const viewer = viewerOf(context.actor, isLink ? token : undefined);
  const ticket = await ticketFor(context.db, id, viewer, lock);
  if (!ticket) throw await noRecord(context.db, 'ticket', id, tokenHash);
  return { ticket, viewer };
}

const nameOf = (actor: Actor, ticket: TicketRow, as: string): string =>
  as === 'customer' ? ticket.customer_name : (actor.name ?? 'Support');

const titleLettersMax = 60;

/** The beginning of a message, so that staff can tell tickets apart in a list. */
function firstWords(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ');
  if (text.length <= titleLettersMax) return text;
  return `${text.slice(0, titleLettersMax + 1).replace(/\s*\S*$/, '') || text.slice(0, titleLettersMax)} …`;
}

export const supportTicketRoutes = handlers<typeof supportTickets>({
  'POST /contact-us': async ({ db, platform, actor, region, clientInfo, now, body }) => {
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    await openTicket(await supportContextOf({ db, platform, now }), {
      title: `Contact form: ${firstWords(body.message)}`,
      description: body.message,
      customer_name: body.name,
      email: body.email,
      region,
      userId: actor.userId,
      uploads: [],
      fromContactForm: true,
    });
  },
  'POST /tickets': async ({ db, platform, actor, region, clientInfo, now, body }) => {
    requireValidTicket(body);
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    return openFor(await supportContextOf({ db, platform, now }), { actor, region }, body);
  },
  'POST /v1/catalog/via-ticket': async ({ platform, actor, region, clientInfo, now, body }) => {
    requireValidTicket(body);
    await proveHuman(platform, body.recaptcha_token, clientInfo.address);
    const offer = await offerOf(platform, { actor, region, now }, body.selection, body.vehicle);
    return platform.db
      .transaction()
      .execute(async (db) => openFor(await supportContextOf({ db, platform, now }), { actor, region }, body, offer));
  },
  'POST /tickets/upload': ({ platform, actor, files }) => takeFile(platform.db, platform.files, actor, files),
  'GET /customer-tickets': async ({ db, actor, query }) => {
    // Only tuners can have assigned tickets; a former tuner has none.
    const of = query.of === 'given' && !isTuner(actor) ? 'mine' : query.of;
    const page = await listOwnTickets(db, viewerOf(actor), query.page, of);
    return { ...page, data: page.data.map(presentListed) };
  },
  'GET /customer-tickets/:id': async ({ db, actor, params, query }) => {
    const { ticket, viewer } = await readable({ db, actor }, params.id, query.token);
    return presentTicket(db, ticket, viewer);
  },
  'GET /customer-tickets/:id/live': (context) =>
    watchRecord(context, {
      topic: ticketTopic(context.params.id),
      versionFor: async (actor) => {
        const ticket = await ticketFor(context.db, context.params.id, viewerOf(actor, context.query.token));
        return ticket?.updated_at.getTime() ?? null;
      },
    }),
  'POST /customer-tickets/:id/replies': async ({ db, platform, actor, params, body, now }) => {
    const support = await supportContextOf({ db, platform, now });
    const { ticket, viewer } = await readable({ db, actor }, params.id, body.token, 'lock');
    const as = speaksFor(viewer, ticket);
    const initiator = { kind: as, userId: actor.userId };
    const reply = { text: body.text, uploads: body.uploads, author: nameOf(actor, ticket, as) };
    const written =
      as === 'customer'
        ? await writeAsCustomer(support, ticket, initiator, reply)
        : await writeForStaff(support, ticket, initiator, reply, body.asks ? 'ask' : 'tell');
    const { id, state } = written.ticket;
    return {
      ...presentMessage(written.message, await filesOf(db, id)),
      ticket: { id, number: ticketNumber(id), state: state as TicketState },
      token: body.token === undefined ? null : written.token,
    };
  },
  'POST /customer-tickets/:id/feedback': async ({ db, actor, params, body }) => {
    const { ticket, viewer } = await readable({ db, actor }, params.id, body.token, 'lock');
    // Staff with read access cannot rate the ticket.
    if (speaksFor(viewer, ticket) !== 'customer') throw new Refusal('not_found');
    const isSolved = ticket.state === 'resolved' || ticket.state === 'closed';
    if (!isSolved || ticket.helped !== null)
      throw new Refusal('conflict', { message: 'You can rate a ticket once, after it is solved.' });
    const rated = await db
      .updateTable('tickets')
      .set({ helped: body.helped, feedback: body.text === '' ? null : body.text })
      .where('id', '=', ticket.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentTicket(db, rated, viewer);
  },
  'GET /customer-tickets/:id/files/:fileId': async ({ db, platform, actor, params, query, clientInfo }) => {
    const { ticket, viewer } = await readable({ db, actor }, params.id, query.token);
    const hidden = speaksFor(viewer, ticket) === 'customer';
    return sendSupportFile(db, platform.files, {
      fileId: params.fileId,
      of: { ticketId: ticket.id },
      notes: !hidden,
      range: clientInfo.range,
    });
  },
});
