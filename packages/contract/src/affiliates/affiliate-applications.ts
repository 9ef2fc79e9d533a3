import { applicationFileBytesMax, applicationFilesMax } from '@tuneport/domain/dealers/application-states';
import { z } from 'zod';
import {
  decidedApplication,
  listedApplications,
  OwnApplication,
  ReasonBody,
  shownApplication,
} from '../dealers/applications.ts';
import { Currency, SharePercent } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { Email, Id, IdParams, Page, PageQuery, PersonName, requiredText, WireDate } from '../shapes.ts';
import { AffiliateRecord } from './affiliates-admin.ts';

const Social = z.string().trim().max(200, 'A link can have at most 200 characters.').default('');
const Token = z.string().min(1).max(100);
const LinkParams = z.object({ id: Id, token: Token });

const Offer = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  share_percent: z.string(),
  currency: z.string(),
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
  expires_at: WireDate,
  created_at: WireDate,
  affiliate_id: z.number().nullable(),
});

export const affiliateApplications = {
  'POST /become-affiliate': {
    summary: 'Applies to become an affiliate.',
    access: 'user',
    body: z.object({
      about: requiredText('This text', 4000),
      socials_1: Social,
      socials_2: Social,
      socials_3: Social,
    }),
    reply: OwnApplication,
    status: 201,
    confirmedEmail: true,
    upload: { maxBytes: applicationFileBytesMax, maxFiles: applicationFilesMax },
    transaction: 'none',
    limit: { max: 10, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'conflict', 'too_large', 'too_many_requests'],
  },
  'GET /baol/:id/:token/join': {
    summary: 'Checks an affiliate offer link.',
    access: 'token',
    params: LinkParams,
    reply: z.object({
      name: z.string(),
      /** Part of the address, so that the link does not reveal it. */
      email_hint: z.string(),
      share_percent: z.string(),
      currency: z.string(),
      terms_version: z.string(),
      expires_at: WireDate,
    }),
    limit: { max: 60, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'already_committed', 'link_expired', 'too_many_requests'],
  },
  'POST /baol/:id/:token/join': {
    summary:
      'Accepts an affiliate offer. A signed-in user joins with their account; others get one for the address of the offer.',
    access: 'token',
    params: LinkParams,
    body: z.object({
      name: PersonName('Name').optional(),
      /** The version of the terms that was shown. */
      terms_version: z.string().max(20).optional(),
    }),
    reply: z.object({ id: z.number(), name: z.string(), share_percent: z.string(), currency: z.string() }),
    status: 201,
    limit: { max: 20, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'link_expired', 'conflict', 'too_many_requests'],
  },
} as const satisfies ContractMap;

export const affiliateApplicationsAdmin = {
  'GET /v1/admin/affiliate-applications': {
    summary: 'Lists applications to become an affiliate, newest first.',
    access: 'affiliates.admin',
    ...listedApplications,
  },
  'GET /v1/admin/affiliate-applications/:id': {
    summary: 'Shows an application with its documents and history.',
    access: 'affiliates.admin',
    ...shownApplication,
  },
  'POST /v1/admin/affiliate-applications/:id/review': {
    summary: 'Starts the review of an application.',
    access: 'affiliates.admin',
    ...decidedApplication,
    reply: shownApplication.reply,
  },
  'POST /v1/admin/affiliate-applications/:id/ask': {
    summary: 'Asks the applicant for information.',
    access: 'affiliates.admin',
    ...decidedApplication,
    body: ReasonBody,
    reply: shownApplication.reply,
  },
  'POST /v1/admin/affiliate-applications/:id/approve': {
    summary: 'Approves an application and creates the affiliate with the applicant as member.',
    access: 'affiliates.admin',
    ...decidedApplication,
    body: z.object({
      share: SharePercent,
      name: requiredText('Name', 120).optional(),
      currency: Currency.default('CAD'),
    }),
    reply: AffiliateRecord,
  },
  'POST /v1/admin/affiliate-applications/:id/reject': {
    summary: 'Rejects an application. The applicant sees the reason.',
    access: 'affiliates.admin',
    ...decidedApplication,
    body: ReasonBody,
    reply: null,
  },
  'GET /v1/admin/affiliate-offers': {
    summary: 'Lists affiliate offer links, newest first.',
    access: 'affiliates.admin',
    query: PageQuery,
    reply: Page(Offer),
  },
  'POST /v1/admin/affiliate-offers': {
    summary: 'Makes an offer link, valid once and for 14 days, and mails it.',
    access: 'affiliates.admin',
    body: z.object({
      name: requiredText('Name', 120),
      email: Email,
      share: SharePercent,
      currency: Currency.default('CAD'),
    }),
    reply: Offer.extend({ token: z.string(), link: z.string() }),
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'DELETE /v1/admin/affiliate-offers/:id': {
    summary: 'Withdraws an offer that was not accepted yet.',
    access: 'affiliates.admin',
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'already_committed'],
  },
} as const satisfies ContractMap;
