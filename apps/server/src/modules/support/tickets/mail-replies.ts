import { createHash } from 'node:crypto';
import { msg } from '@tuneport/domain/text/text';
import type { InboundParts, InboundReply, ReplySubject } from '../../../platform/mail/inbound/receive-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { linkHolds } from '../../dealers/index.ts';
import { takeFileOf } from '../files/take-file.ts';
import { bySystem } from '../history.ts';
import { type SupportContext, supportContextOf } from '../support-context.ts';
import { lockedTicket } from './change-ticket.ts';
import { mailAssignee } from './ticket-mails.ts';
import { type TicketRow, ticketById } from './ticket-queries.ts';
import { writeAsCustomer, writeForStaff } from './write-reply.ts';

/** Answers to mails about a ticket: the same as a reply on its page. */
export const ticketReplies: ReplySubject = {
  async addressOf(db, id) {
    // As for the link in the same mail: one about a dealer's ticket is valid while its author is a member.
    const ticket = await db
      .selectFrom('tickets')
      .select('email')
      .where('id', '=', id)
      .where(linkHolds('tickets', 'read'))
      .executeTakeFirst();
    return ticket?.email ?? null;
  },
  async store(parts, id, reply, once) {
    const { uploads, leftOut } = await takeFiles(parts, id, reply);
    return once(async (db) => {
      const support = await supportContextOf({ db, platform: parts, now: parts.clock.now() });
      const ticket = await lockedTicket(support, id);
      if (!reply.verified) return writeUnverified(support, ticket, reply);
      await writeAsCustomer(
        support,
        ticket,
        { kind: 'customer', userId: ticket.user_id },
        { text: withLeftOut(reply.text, leftOut), uploads, author: ticket.customer_name, byMail: true },
      );
    });
  },
};

/** Someone who knows the reply address writes from another one: staff read it, the customer and the state do not change. */
async function writeUnverified(support: SupportContext, ticket: TicketRow, { from, text, filesLeftOut }: InboundReply) {
  const note = `E-mail from ${from}. This is not the address of the customer, so it is shown to staff only and not as a reply.`;
  const files = filesLeftOut === 0 ? '' : `\n\nAttachments that were not stored: ${filesLeftOut}`;
  await writeForStaff(
    support,
    ticket,
    bySystem,
    { text: `${note}\n\n${text}${files}`, uploads: [], author: 'Unverified e-mail', byMail: true },
    'note',
  );
  await mailAssignee(support, ticket, msg('An e-mail from another address needs your review'), null);
}

/** The same checks and limits as for uploads. What they reject is named in the message. */
async function takeFiles(parts: InboundParts, ticketId: number, { files, from, filesLeftOut }: InboundReply) {
  const uploads: string[] = [];
  const leftOut: string[] = filesLeftOut === 0 ? [] : [`${filesLeftOut} more`];
  if (files.length === 0) return { uploads, leftOut };
  const userId = (await ticketById(parts.db, ticketId))?.user_id ?? null;
  const sender = createHash('sha256').update(from).digest('hex');
  const source = userId === null ? `mail:${sender}` : `user:${userId}`;
  for (const file of files) {
    try {
      uploads.push((await takeFileOf(parts.db, parts.files, { source, userId }, file)).id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      leftOut.push(file.name);
    }
  }
  return { uploads, leftOut };
}

const withLeftOut = (text: string, leftOut: readonly string[]): string =>
  leftOut.length === 0 ? text : `${text}\n\n[Attachments that were not accepted: ${leftOut.join(', ')}]`.trim();
