import { leadLimits } from '@tuneport/domain/leads/limits';
import { mailRecipientsMax } from '@tuneport/domain/leads/mail-fields';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Email, Id, IdParams, requiredText, WireDate } from '../shapes.ts';
import { consents } from './lead-contacts.ts';
import { CustomValues } from './lead-fields.ts';

const Template = z
  .object({
    id: z.number(),
    name: z.string(),
    subject: z.string(),
    text: z.string(),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'LeadMailTemplate' });
const mailText = {
  subject: requiredText('Subject', leadLimits.subject).refine(
    (subject) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject),
    'A subject is one line of text.',
  ),
  text: requiredText('Text', leadLimits.note),
};

export const leadMailTemplatesNoun = defineNoun({
  path: '/v1/admin/lead-engine/mail-templates',
  one: 'an e-mail template',
  many: 'e-mail templates',
  read: 'leads',
  write: 'leads',
  row: Template,
  record: Template,
  create: z.object({ name: requiredText('Name', 80), ...mailText }),
  change: z.object({ name: requiredText('Name', 80), ...mailText }).partial(),
  idempotent: 'accepts',
});

const UnsubscribeParams = z.object({ token: z.string().regex(/^[\w-]{32}$/) });

export const leadMails = {
  ...recordCalls(leadMailTemplatesNoun),
  'GET /v1/admin/lead-engine/deals/:id/recipients': {
    summary: 'Lists the people of a deal with their addresses and whether they accept e-mails.',
    access: 'leads',
    params: IdParams,
    reply: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        emails: z.array(z.string()),
        consent: z.enum(consents),
        custom: CustomValues,
      }),
    ),
    refuses: ['not_found'],
  },
  'POST /v1/admin/lead-engine/deals/:id/mails': {
    summary: 'Sends an e-mail to people of a deal, one copy for each. It appears in the timeline.',
    access: 'leads',
    params: IdParams,
    body: z.object({
      contactId: Id,
      to: Email,
      /** Other people of the deal, whom every copy names as copied in. */
      cc: z
        .array(z.object({ contactId: Id, to: Email }))
        .max(mailRecipientsMax - 1, `An e-mail can have at most ${mailRecipientsMax} recipients.`)
        .default([]),
      ...mailText,
      /** A file of the deal to attach. */
      fileId: z.uuid().optional(),
    }),
    reply: z.object({ id: z.number() }),
    status: 201,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_many_requests'],
  },
  'GET /lead-mail/unsubscribe/:token': {
    summary: 'Shows the unsubscribe page linked in e-mails from deals. Changes nothing.',
    access: 'token',
    params: UnsubscribeParams,
    reply: null,
    raw: true,
  },
  'POST /lead-mail/unsubscribe/:token': {
    summary: "Records that a contact wants no more e-mails, from that page or a mail client's one-click unsubscribe.",
    access: 'token',
    oneClick: true,
    params: UnsubscribeParams,
    reply: null,
    raw: true,
    // Mail clients of many users share one address.
    limit: { max: 600, windowS: 3600, by: 'address' },
  },
} satisfies ContractMap;
