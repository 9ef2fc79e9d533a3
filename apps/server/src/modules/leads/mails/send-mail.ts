import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { consents } from '@tuneport/contract/leads/lead-contacts';
import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import { openFields } from '@tuneport/domain/leads/mail-fields';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailFile } from '../../../platform/mail/transport.ts';
import { withoutLinks } from '../../../platform/mail/typed-text.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { hashToken } from '../../identity/index.ts';
import { dealFile } from '../deals/deal-files.ts';
import { lockDeal } from '../deals/step-deal.ts';

type Recipient = {
  id: number;
  name: string;
  emails: string[];
  consent: (typeof consents)[number];
  custom: CustomValues;
};

/** The contact of a deal first, then its participants. */
export async function recipientsOf(db: Db, dealId: number): Promise<Recipient[]> {
  const deal = await db
    .selectFrom('lead_deals')
    .select('contact_id')
    .where('id', '=', dealId)
    .where('merged_into_id', 'is', null)
    .executeTakeFirst();
  if (!deal) throw new Refusal('not_found');
  const { rows } = await sql<Recipient>`
    select c.id, c.name, c.emails, c.consent, c.custom from lead_contacts c
    where c.id = ${deal.contact_id} or c.id in (select contact_id from lead_deal_participants where deal_id = ${dealId})
    order by c.id = ${deal.contact_id} desc nulls last, lower(c.name), c.id`.execute(db);
  return rows;
}

type MailTo = { contactId: number; to: string };
type NewMail = MailTo & {
  cc?: readonly MailTo[] | undefined;
  subject: string;
  text: string;
  fileId?: string | undefined;
};

export const dealMessage = ({ subject, text }: Pick<NewMail, 'subject' | 'text'>, by: string, unsubscribeUrl: string) =>
  mailMessage('lead-mail', {
    title: subject,
    paragraphs: text.split(/\n{2,}/),
    footer: `${by} sent you this e-mail. If you do not want more, unsubscribe: ${unsubscribeUrl}`,
  });

/**
 * Sends a mail to people of a deal through the outbox: a copy for each, with a link to unsubscribe and a reply address of
 * their own. All copies name all recipients.
 */
export async function sendDealMail(
  context: { db: Db; now: Date; origin: string },
  actor: Actor,
  dealId: number,
  input: NewMail,
): Promise<{ id: number }> {
  const { db, origin } = context;
  await lockDeal(db, dealId);
  const people = await recipientsOf(db, dealId);
  const recipients = uniqueRecipients(input);
  recipients.forEach((one, nth) => {
    requireRecipient(one, people, nth === 0 ? 'to' : 'cc');
  });
  await requireNoUnsubscribed(db, recipients);
  requireFinished(input, origin);
  const file = input.fileId === undefined ? null : await attachable(db, dealId, input.fileId);
  for (const { to } of recipients)
    if (!(await isWithinMailLimit(db, 'lead-mail', to)))
      throw new Refusal('too_many_requests', {
        retryAfterS: 3600,
        message: `${to} has received too many e-mails. Try again later.`,
      });
  const cc = recipients.slice(1).map(({ to }) => to);
  let id: number | null = null;
  for (const one of recipients) {
    const copy = await queueCopy(context, actor, { ...input, ...one, cc, dealId, file, copyOf: id, first: input.to });
    id ??= copy;
  }
  await writeAudit(db, actor, 'lead-deals.mail', `lead-deal:${dealId}`, {
    to: input.to,
    ...(cc.length > 0 ? { cc } : {}),
    subject: input.subject,
    ...(file ? { file: file.name } : {}),
  });
  return { id: id as number };
}

/** Each address once, the main one first. */
function uniqueRecipients({ contactId, to, cc = [] }: NewMail): MailTo[] {
  const all = [{ contactId, to }, ...cc];
  return all.filter((one, nth) => all.findIndex((other) => other.to === one.to) === nth);
}

type Copy = Omit<NewMail, 'cc'> & {
  cc: readonly string[];
  dealId: number;
  file: { id: string; name: string } | null;
  copyOf: number | null;
  /** The address of the first recipient. */
  first: string;
};

async function queueCopy(
  { db, now, origin }: { db: Db; now: Date; origin: string },
  actor: Actor,
  { dealId, file, copyOf, first, cc, ...input }: Copy,
): Promise<number> {
  const token = randomBytes(24).toString('base64url');
  const unsubscribeUrl = `${origin}/api/lead-mail/unsubscribe/${token}`;
  const { id } = await db
    .insertInto('lead_mails')
    .values({
      deal_id: dealId,
      contact_id: input.contactId,
      to_address: input.to,
      subject: input.subject,
      text: input.text,
      file_id: file?.id ?? null,
      file_name: file?.name ?? '',
      sent_by: actor.userId,
      unsubscribe_sha256: hashToken(token),
      copy_of_id: copyOf,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const outbox_id = await queueMail(db, {
    secrets: [token],
    to: input.to,
    ...(cc.length > 0 ? { shown: { to: first, cc } } : {}),
    unsubscribeUrl,
    replyAbout: `lead-mail:${id}`,
    ...(file ? { attachment: `lead-mail:${id}` } : {}),
    ...dealMessage(input, actor.name ?? 'Tuneport', unsubscribeUrl),
  });
  await db.updateTable('lead_mails').set({ outbox_id }).where('id', '=', id).execute();
  return id;
}

/** Mail servers commonly refuse larger ones. */
const attachmentBytesMax = 10 * 1024 * 1024;

async function attachable(db: Db, dealId: number, fileId: string): Promise<{ id: string; name: string }> {
  const file = await dealFile(db, dealId, fileId);
  if (!file) throw fieldRefusal({ fileId: ['This deal no longer has this file. Choose another.'] });
  if (Number(file.size_bytes) > attachmentBytesMax)
    throw fieldRefusal({ fileId: ['Choose a file of at most 10 MB. Most mail servers refuse larger ones.'] });
  return file;
}

/** The file of a mail, for the sender of the outbox. */
export async function dealMailFile(db: Db, store: FileStore, mailId: number): Promise<MailFile> {
  const file = await db
    .selectFrom('lead_mails as m')
    .innerJoin('stored_files as f', 'f.id', 'm.file_id')
    .select(['f.sha256', 'f.name', 'f.media_type'])
    .where('m.id', '=', mailId)
    .executeTakeFirst();
  if (!file) throw new Error('The attached file was deleted before the e-mail was sent.');
  return { name: file.name, type: file.media_type, bytes: await buffer(await store.open(file.sha256)) };
}

function requireRecipient({ contactId, to }: MailTo, people: readonly Recipient[], field: 'to' | 'cc'): void {
  const person = people.find(({ id }) => id === contactId);
  if (!person)
    throw fieldRefusal({ [field === 'to' ? 'contactId' : field]: ['Choose a contact or participant of this deal.'] });
  if (!person.emails.some((email) => email.toLowerCase() === to))
    throw fieldRefusal({ [field]: [`${person.name} does not have the address ${to}. Add it to the contact first.`] });
  if (person.consent === 'withdrawn')
    throw new Refusal('conflict', { message: `${person.name} does not want e-mails from us.` });
}

/**
 * Several contacts may have the same address, one after the other too: unsubscribing one of them counts for all. Only a
 * consent that was given later counts again.
 */
async function requireNoUnsubscribed(db: Db, recipients: readonly MailTo[]): Promise<void> {
  for (const { contactId, to } of recipients) {
    const { rows } = await sql`
      select from lead_contacts c join (
        select consent_at as at from lead_contacts where emails && array[${to}::text] and consent = 'withdrawn'
        union all
        select at from lead_unsubscribed where email_sha256 = sha256(convert_to(${to}::text, 'UTF8'))
      ) o on not (c.consent = 'given' and c.consent_at >= o.at) where c.id = ${contactId} limit 1`.execute(db);
    if (rows.length > 0)
      throw new Refusal('conflict', {
        message: `${to} does not want e-mails from us: another contact with this address unsubscribed.`,
      });
  }
}

function requireFinished(input: Pick<NewMail, 'subject' | 'text'>, origin: string): void {
  const errors: Record<string, string[]> = {};
  for (const name of ['subject', 'text'] as const) {
    const open = openFields(input[name]);
    if (open.length > 0) errors[name] = [`Fill in ${open.join(', ')}.`];
    else if (withoutLinks(input[name], origin) !== input[name])
      errors[name] = ['Remove web addresses of other sites: e-mails that we send link only to this site.'];
  }
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}

/**
 * The contact of a mail wants no more of them; if that contact was deleted, the contact that has the address now, or will
 * have it. Repeating it changes nothing; an unknown token gets the same response.
 */
export async function unsubscribe(db: Db, token: string, now: Date): Promise<void> {
  await sql`insert into lead_unsubscribed (email_sha256, at)
    select sha256(convert_to(to_address, 'UTF8')), ${now} from lead_mails where unsubscribe_sha256 = ${hashToken(token)}
    on conflict (email_sha256) do update set at = greatest(lead_unsubscribed.at, excluded.at)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    update lead_contacts c set consent = 'withdrawn', consent_at = ${now}, updated_at = ${now} from lead_mails m
    where m.unsubscribe_sha256 = ${hashToken(token)} and c.consent <> 'withdrawn'
      and (c.id = m.contact_id or (m.contact_id is null and c.emails && array[m.to_address]))
    returning c.id`.execute(db);
  for (const { id } of rows)
    await writeAudit(db, system, 'lead-contacts.unsubscribe', `lead-contact:${id}`, {
      after: { consent: 'withdrawn' },
    });
}
