import type { supportTickets } from '@tuneport/contract/support/support-tickets';
import { isTuner } from '@tuneport/domain/identity/permissions';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import type { TicketState } from '@tuneport/domain/support/ticket-states';
import type { Actor } from '../../../platform/actor.ts';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { watchRecord } from '../../../platform/http/mount/live.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secret-links.ts';
import { proveHuman } from '../../settings/index.ts';
import { type SupportContext, supportContextOf } from '../desk.ts';
import { sendSupportFile } from '../files/send-support-file.ts';
import { takeFile } from '../files/take-file.ts';
import { offerOf } from './ask-via-ticket.ts';
import { answersTo, openTicket, requireValidTicket } from './open-ticket.ts';
import { presentListed, presentMessage, presentTicket } from './present-ticket.ts';
import { ticketTopic } from './step-ticket.ts';
import { readerOf, speaksFor } from './ticket-policy.ts';
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
  const shown = await presentTicket(support.db, ticket, readerOf(actor, token));
  return { ...shown, token };
}

async function readable(context: Pick<Context, 'db' | 'actor'>, id: number, token?: string, lock?: 'lock') {
  const { tokenHash } = readerOf(context.actor, token);
  const link = { userId: null, dealerIds: [], staff: false, tuner: false, tokenHash };
  // A link that opens nothing is none: who reads the ticket by another right does not speak for its customer by it.
  const isLink = tokenHash !== null && (await ticketFor(context.db, id, link)) !== undefined;
  const reader = readerOf(context.actor, isLink ? token : undefined);
  const ticket = await ticketFor(context.db, id, reader, lock);
  if (!ticket) throw await noRecord(context.db, 'ticket', id, tokenHash);
  return { ticket, reader };
}

const nameOf = (actor: Actor, ticket: TicketRow, as: string): string =>
  as === 'customer' ? ticket.customer_name : (actor.name ?? 'Support');

export const supportTicketRoutes = handlers<typeof supportTickets>({
  'POST /tickets': async ({ db, platform, actor, region, caller, now, body }) => {
    requireValidTicket(body);
    await proveHuman(platform, body.recaptcha_token, caller.address);
    return openFor(await supportContextOf({ db, platform, now }), { actor, region }, body);
  },
  'POST /v1/catalog/via-ticket': async ({ platform, actor, region, caller, now, body }) => {
    requireValidTicket(body);
    await proveHuman(platform, body.recaptcha_token, caller.address);
    const offer = await offerOf(platform, { actor, region, now }, body.selection, body.vehicle);
    return platform.db
      .transaction()
      .execute(async (db) => openFor(await supportContextOf({ db, platform, now }), { actor, region }, body, offer));
  },
  'POST /tickets/upload': ({ platform, actor, files }) => takeFile(platform.db, platform.files, actor, files),
  'GET /customer-tickets': async ({ db, actor, query }) => {
    // Tickets are only given to those who may answer them; whoever is no tuner any more has none.
    const of = query.of === 'given' && !isTuner(actor) ? 'mine' : query.of;
    const page = await listOwnTickets(db, readerOf(actor), query.page, of);
    return { ...page, data: page.data.map(presentListed) };
  },
  'GET /customer-tickets/:id': async ({ db, actor, params, query }) => {
    const { ticket, reader } = await readable({ db, actor }, params.id, query.token);
    return presentTicket(db, ticket, reader);
  },
  'GET /customer-tickets/:id/live': (context) =>
    watchRecord(context, {
      topic: ticketTopic(context.params.id),
      versionFor: async (actor) => {
        const ticket = await ticketFor(context.db, context.params.id, readerOf(actor, context.query.token));
        return ticket?.updated_at.getTime() ?? null;
      },
    }),
  'POST /customer-tickets/:id/replies': async ({ db, platform, actor, params, body, now }) => {
    const support = await supportContextOf({ db, platform, now });
    const { ticket, reader } = await readable({ db, actor }, params.id, body.token, 'lock');
    const as = speaksFor(reader, ticket);
    const doer = { kind: as, userId: actor.userId };
    const reply = { text: body.text, uploads: body.uploads, author: nameOf(actor, ticket, as) };
    const said =
      as === 'customer'
        ? await writeAsCustomer(support, ticket, doer, reply)
        : await writeForStaff(support, ticket, doer, reply, body.asks ? 'ask' : 'tell');
    const { id, state } = said.ticket;
    return {
      ...presentMessage(said.message, await filesOf(db, id)),
      ticket: { id, number: ticketNumber(id), state: state as TicketState },
      token: body.token === undefined ? null : said.token,
    };
  },
  'POST /customer-tickets/:id/feedback': async ({ db, actor, params, body }) => {
    const { ticket, reader } = await readable({ db, actor }, params.id, body.token, 'lock');
    // Staff who may read it do not say how it went.
    if (speaksFor(reader, ticket) !== 'customer') throw new Refusal('not_found');
    const isSolved = ticket.state === 'resolved' || ticket.state === 'closed';
    if (!isSolved || ticket.helped !== null)
      throw new Refusal('conflict', { message: 'This can be said once, when a ticket is solved.' });
    const rated = await db
      .updateTable('tickets')
      .set({ helped: body.helped, feedback: body.text === '' ? null : body.text })
      .where('id', '=', ticket.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentTicket(db, rated, reader);
  },
  'GET /customer-tickets/:id/files/:fileId': async ({ db, platform, actor, params, query, caller }) => {
    const { ticket, reader } = await readable({ db, actor }, params.id, query.token);
    const hidden = speaksFor(reader, ticket) === 'customer';
    return sendSupportFile(db, platform.files, {
      fileId: params.fileId,
      of: { ticketId: ticket.id },
      notes: !hidden,
      range: caller.range,
    });
  },
});
