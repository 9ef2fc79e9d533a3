import { newsletterStates, subscriberStates } from '@tuneport/domain/content/newsletter-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Email, IdParams, requiredText, Slug, WireDate } from '../shapes.ts';
import { Html } from './blocks.ts';

const TokenParams = z.object({ token: z.string().min(1).max(400) });
const tokenPage = { access: 'token', params: TokenParams, reply: null, raw: true } as const;
// Mail clients of many users share one address.
const oneClick = { ...tokenPage, oneClick: true, limit: { max: 600, windowS: 60, by: 'address' } } as const;

const MailPreferences = z.object({
  newsletter: z.boolean(),
  /** Null for users who are in no dealer. */
  dealer_blog_posts: z.boolean().nullable(),
});

export const newsletters = {
  'POST /newsletter': {
    summary: 'Subscribes an address to the newsletter. It is confirmed by a link sent to it (double opt-in).',
    access: 'public',
    body: z.object({ email: Email }),
    reply: null,
    limit: { max: 10, windowS: 600, by: 'address' },
    refuses: ['invalid_fields', 'too_many_requests'],
  },
  'GET /newsletter/:slug': {
    summary: 'Shows a newsletter that was sent.',
    access: 'public',
    params: z.object({ slug: Slug }),
    reply: z.object({
      slug: z.string(),
      title: z.string(),
      preview: z.string(),
      text: z.string(),
      button: z.object({ label: z.string(), url: z.string() }).nullable(),
      sent_at: WireDate,
      /** The newest other ones. */
      others: z.array(z.object({ slug: z.string(), title: z.string(), sent_at: WireDate })),
    }),
    publicCache: { area: 'content', maxAgeS: 30, cachedForS: 30 },
    refuses: ['not_found'],
  },
  'GET /newsletter/confirm/:token': { ...tokenPage, summary: 'Shows the page that confirms a subscription.' },
  'POST /newsletter/confirm/:token': {
    ...oneClick,
    summary: 'Confirms a subscription, from the page that the mailed link opens.',
  },
  'GET /newsletter/unsubscribe/:token': {
    ...tokenPage,
    summary: 'Shows the unsubscribe page linked in every newsletter. Changes nothing.',
  },
  'POST /newsletter/unsubscribe/:token': {
    ...oneClick,
    summary: "Ends a subscription, from the unsubscribe page or a mail client's one-click unsubscribe.",
  },
  'GET /mail/unsubscribe/dealer-blog-posts/:token': {
    ...tokenPage,
    summary: 'Ends the mails about dealer blog posts and redirects to the page that confirms it.',
    limit: { max: 600, windowS: 60, by: 'address' },
  },
  'POST /mail/unsubscribe/dealer-blog-posts/:token': {
    ...oneClick,
    summary: "Ends the mails about dealer blog posts, from a mail client's one-click unsubscribe.",
  },
  'GET /user/mail-preferences': {
    summary: 'Returns which optional mails the caller gets.',
    access: 'user',
    reply: MailPreferences,
  },
  'PUT /user/mail-preferences': {
    summary: 'Turns optional mails on or off. The newsletter needs a confirmed e-mail address.',
    access: 'user',
    body: z.object({ newsletter: z.boolean().optional(), dealer_blog_posts: z.boolean().optional() }),
    reply: MailPreferences,
    refuses: ['conflict', 'invalid_fields'],
  },
} as const satisfies ContractMap;

const newsletterFields = {
  slug: Slug,
  title: requiredText('The title', 160),
  preview: z.string().trim().max(200, 'The preview can have at most 200 characters.'),
  text: Html.min(1, 'The text is required.'),
  button_label: z.string().trim().max(60, 'The button label can have at most 60 characters.'),
  button_url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:|\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/, 'Enter a path such as /catalog or an https address.'),
};
const Newsletter = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  preview: z.string(),
  text: z.string(),
  button_label: z.string(),
  button_url: z.string(),
  state: z.enum(newsletterStates),
  send_at: WireDate.nullable(),
  started_at: WireDate.nullable(),
  sent_at: WireDate.nullable(),
  recipients: z.number(),
  created_at: WireDate,
  updated_at: WireDate,
});
const NewsletterRecord = Newsletter.extend({
  /** Who would get it now, or got it. */
  subscribers: z.number(),
  waiting: z.number(),
  failed: z.number(),
  bounced: z.number(),
  unsubscribed: z.number(),
});
export const newsletterNoun = defineNoun({
  path: '/v1/admin/newsletters',
  one: 'a newsletter',
  many: 'newsletters',
  read: 'content.write',
  write: 'content.write',
  row: Newsletter,
  record: NewsletterRecord,
  create: z.object({
    ...newsletterFields,
    slug: z.union([newsletterFields.slug, z.literal('')]).default(''),
    preview: newsletterFields.preview.default(''),
    button_label: newsletterFields.button_label.default(''),
    button_url: newsletterFields.button_url.default(''),
  }),
  change: z.object(newsletterFields).partial(),
  filters: { state: z.enum(newsletterStates).optional() },
  idempotent: 'accepts',
});

const Subscriber = z.object({
  id: z.number(),
  email: z.string(),
  state: z.enum(subscriberStates),
  confirmed_at: WireDate.nullable(),
  created_at: WireDate,
  updated_at: WireDate,
});
export const subscriberNoun = defineNoun({
  path: '/v1/admin/newsletter-subscribers',
  one: 'a newsletter subscriber',
  many: 'newsletter subscribers',
  read: 'content.write',
  write: 'content.write',
  row: Subscriber,
  record: Subscriber,
  // Staff cannot subscribe anyone: the owner of the address confirms.
  create: z.object({}),
  change: z.object({}),
  filters: { state: z.enum(subscriberStates).optional() },
  calls: ['list', 'read', 'delete', 'history'],
});

const ofOne = { access: 'content.write', params: IdParams } as const;

export const newslettersAdmin = {
  ...recordCalls(newsletterNoun),
  'PUT /v1/admin/newsletters/:slug': {
    summary: 'Stores the title and the text of a newsletter; creates it if there is none.',
    access: 'content.write',
    params: z.object({ slug: Slug }),
    body: z.object({ title: newsletterFields.title, text: newsletterFields.text }),
    reply: NewsletterRecord,
    refuses: ['invalid_fields', 'conflict'],
  },
  'POST /v1/admin/newsletters/:id/steps': {
    ...ofOne,
    summary: 'Schedules a newsletter, sends it now, or pauses and resumes sending.',
    body: z.object({
      event: z.enum(['schedule', 'unschedule', 'send', 'pause', 'resume']),
      send_at: z.iso.datetime({ offset: true }).optional(),
    }),
    reply: NewsletterRecord,
    refuses: ['not_found', 'invalid_transition', 'invalid_fields'],
  },
  'POST /v1/admin/newsletters/:id/test': {
    ...ofOne,
    summary: "Sends a newsletter to the caller's own address, whatever its state.",
    reply: z.object({ to: z.string() }),
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'too_many_requests'],
  },
  'GET /v1/admin/newsletters/:id/html': {
    ...ofOne,
    summary: 'Shows a newsletter as its mail, for a frame of the back office.',
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  ...recordCalls(subscriberNoun),
  'POST /v1/admin/newsletter-subscribers/:id/unsubscribe': {
    ...ofOne,
    summary: 'Ends a subscription on request of its owner.',
    reply: Subscriber,
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /v1/admin/newsletter-bounces': {
    summary: 'Records addresses that returned mail after it was accepted; they get no more newsletters.',
    access: 'content.write',
    body: z.object({ addresses: requiredText('The addresses', 100_000) }),
    reply: z.object({ recorded: z.number(), unknown: z.number() }),
    refuses: ['invalid_fields'],
  },
} as const satisfies ContractMap;
