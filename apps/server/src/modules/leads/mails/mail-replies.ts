import { fileProblem, sniffBytes } from '@tuneport/domain/tuning/file-kind';
import type { Db } from '../../../platform/db/db.ts';
import { fileHead } from '../../../platform/files/file-head.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { InboundParts, InboundReply, ReplySubject } from '../../../platform/mail/inbound/receive-mail.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { userById } from '../../identity/index.ts';
import { boardChanged } from '../deals/board.ts';
import { lockDeal, type StoredDeal } from '../deals/step-deal.ts';

/** Answers to mails that were sent from a deal; they appear in its timeline. */
export const dealReplies: ReplySubject = {
  async addressOf(db, mailId) {
    return (await mailById(db, mailId))?.to_address ?? null;
  },
  async store(parts, mailId, reply, once) {
    const files = await acceptedFiles(parts, reply);
    return once(async (db) => {
      const mail = await mailById(db, mailId);
      if (!mail) throw new Refusal('not_found');
      const deal = await lockDeal(db, mail.deal_id);
      await db
        .insertInto('lead_mail_replies')
        .values({
          deal_id: deal.id,
          contact_id: mail.contact_id,
          from_address: reply.from,
          verified: reply.verified,
          subject: reply.subject,
          text: reply.text,
          created_at: parts.clock.now(),
        })
        .execute();
      for (const file of files) {
        const stored = await storeFile(db, parts.files, file, { belongsTo: `lead-deal:${deal.id}`, uploadedBy: null });
        await db.insertInto('lead_files').values({ file_id: stored.id, deal_id: deal.id }).execute();
      }
      await boardChanged(db, [deal.pipeline_id], deal.id);
      await notifyOwner(db, parts.config.publicOrigin, deal, reply);
    });
  },
};

const mailById = (db: Db, id: number) =>
  db.selectFrom('lead_mails').select(['deal_id', 'contact_id', 'to_address']).where('id', '=', id).executeTakeFirst();

/** The checks of files sent to support. */
async function acceptedFiles({ files: store }: InboundParts, { files }: InboundReply): Promise<ReceivedFile[]> {
  const accepted: ReceivedFile[] = [];
  for (const file of files) {
    if (fileProblem(file.name, file.sizeBytes, await fileHead(file.path, sniffBytes)) !== null) continue;
    // Stored outside the transaction, because a large file may take long on a slow store.
    await store.put(file.path, file.sha256, file.sizeBytes);
    accepted.push(file);
  }
  return accepted;
}

async function notifyOwner(db: Db, origin: string, deal: StoredDeal, { from, verified }: InboundReply): Promise<void> {
  const owner = deal.owner_id === null ? undefined : await userById(db, deal.owner_id);
  if (owner) await queueMail(db, { to: owner.email, secrets: [], ...replyNotice(origin, deal, from, verified) });
}

export const replyNotice = (
  origin: string,
  { id, title }: Pick<StoredDeal, 'id' | 'title'>,
  from: string,
  verified: boolean,
) =>
  mailMessage('lead-reply', {
    subject: `Reply: ${title}`,
    title: 'You have a reply',
    paragraphs: [
      verified
        ? `${from} replied to an e-mail from the deal "${title}".`
        : `Someone replied to an e-mail from the deal "${title}" from ${from}, which is not the address it was sent to.`,
    ],
    button: { label: 'Open the deal', url: `${origin}/admin/lead-engine/deals/${id}` },
    footer: 'You are receiving this e-mail because you own this deal.',
  });
