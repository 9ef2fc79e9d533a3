import {
  applicationFileBytesMax,
  applicationKinds,
  applicationStates,
} from '@tuneport/domain/dealers/application-states';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { AddressFields } from '../identity/addresses.ts';
import { AmountText, Id, IdParams, Page, PageQuery, PersonName, requiredText, Slug, WireDate } from '../shapes.ts';
import { Currency, DealerRecord, TierId } from './dealers-admin.ts';

// Applications to become a partner: the shapes that dealers and affiliates share, and the calls of dealers.

const File = z.object({ id: z.string(), name: z.string(), size_bytes: z.number() });
const application = {
  id: z.number(),
  kind: z.enum(applicationKinds),
  state: z.enum(applicationStates),
  /** The name of the future partner. */
  name: z.string(),
  created_at: WireDate,
  updated_at: WireDate,
};
const history = z.array(z.object({ at: WireDate, state: z.enum(applicationStates), reason: z.string() }));

export const OwnApplication = z
  .object({
    ...application,
    sentence: z.string(),
    /** What staff want to know, or why they rejected it. */
    message: z.string(),
    /** Path of the pages of the partner, once approved. */
    partner_path: z.string().nullable(),
    files: z.array(File),
    history,
    can: z.object({ answer: z.boolean(), withdraw: z.boolean(), add_files: z.boolean() }),
  })
  .meta({ id: 'PartnerApplication' });

const ApplicationRow = z.object({
  ...application,
  user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
});
const ApplicationRecord = ApplicationRow.extend({
  /** The fields of the form as sent, with their labels. */
  details: z.array(z.object({ label: z.string(), text: z.string() })),
  files: z.array(File),
  partner_id: z.number().nullable(),
  suggested_slug: z.string(),
  events: z.array(z.string()),
  history: z.array(
    z.object({ at: WireDate, state: z.enum(applicationStates), by: z.string().nullable(), reason: z.string() }),
  ),
});

/** The parts of the staff calls that do not depend on the kind of partner. */
export const listedApplications = {
  query: PageQuery.extend({ state: z.enum(applicationStates).optional() }),
  reply: Page(ApplicationRow),
} as const;
export const shownApplication = { params: IdParams, reply: ApplicationRecord, refuses: ['not_found'] } as const;
export const decidedApplication = {
  params: IdParams,
  idempotent: 'accepts',
  refuses: ['not_found', 'invalid_fields', 'already_committed', 'invalid_transition'],
} as const;
export const ReasonBody = z.object({ reason: requiredText('The reason', 1000) });

const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);
const choices = (what: string) => z.array(Id).max(200, `You can choose at most 200 ${what}.`).default([]);

const NewDealerApplication = z.object({
  company: requiredText('Company', 120),
  website: text('The website', 200).default(''),
  address: AddressFields,
  contact: z.object({ name: PersonName('Contact name'), phone: requiredText('Phone', 40) }),
  tools: choices('tools'),
  specializations: choices('specializations'),
  about: text('This text', 4000).default(''),
});

export const applications = {
  'POST /become-dealer': {
    summary: 'Applies to become a dealer. Documents are added with their own call.',
    access: 'user',
    body: NewDealerApplication,
    reply: OwnApplication,
    status: 201,
    confirmedEmail: true,
    idempotent: 'accepts',
    limit: { max: 10, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'conflict', 'too_many_requests'],
  },
  'GET /become-dealer/options': {
    summary: 'Lists the tools that an applicant can choose.',
    access: 'user',
    reply: z.object({ tools: z.array(z.object({ id: z.number(), name: z.string() })) }),
  },
  'GET /partner-applications': {
    summary: "Lists the caller's applications to become a partner, newest first.",
    access: 'user',
    query: z.object({ kind: z.enum(applicationKinds).optional() }),
    reply: z.object({ data: z.array(OwnApplication) }),
  },
  'POST /partner-applications/:id/files': {
    summary: 'Adds a document: a picture or a PDF.',
    access: 'owner',
    params: IdParams,
    body: z.object({}),
    reply: OwnApplication,
    status: 201,
    upload: { maxBytes: applicationFileBytesMax, maxFiles: 1 },
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'too_large', 'too_many_requests'],
  },
  'GET /partner-applications/:id/files/:file': {
    summary: 'Downloads a document of an application.',
    access: ['owner', 'dealers.admin', 'affiliates.admin'],
    params: z.object({ id: Id, file: z.uuid() }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'POST /partner-applications/:id/answer': {
    summary: 'Answers our question about an application.',
    access: 'owner',
    params: IdParams,
    body: z.object({ answer: requiredText('Your answer', 4000) }),
    reply: OwnApplication,
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'invalid_transition', 'too_many_requests'],
  },
  'POST /partner-applications/:id/withdraw': {
    summary: 'Withdraws an application.',
    access: 'owner',
    params: IdParams,
    reply: OwnApplication,
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
} as const satisfies ContractMap;

export const applicationsAdmin = {
  'GET /v1/admin/dealer-applications': {
    summary: 'Lists applications to become a dealer, newest first.',
    access: 'dealers.admin',
    ...listedApplications,
  },
  'GET /v1/admin/dealer-applications/:id': {
    summary: 'Shows an application with its documents and history.',
    access: 'dealers.admin',
    ...shownApplication,
  },
  'POST /v1/admin/dealer-applications/:id/review': {
    summary: 'Starts the review of an application.',
    access: 'dealers.admin',
    ...decidedApplication,
    reply: ApplicationRecord,
  },
  'POST /v1/admin/dealer-applications/:id/ask': {
    summary: 'Asks the applicant for information.',
    access: 'dealers.admin',
    ...decidedApplication,
    body: ReasonBody,
    reply: ApplicationRecord,
  },
  'POST /v1/admin/dealer-applications/:id/approve': {
    summary: 'Approves an application and creates the dealer with the applicant as manager.',
    access: 'dealers.admin',
    ...decidedApplication,
    body: z.object({
      slug: Slug,
      currency: Currency.default('CAD'),
      credit_limit: AmountText.default('0'),
      tier_id: TierId.default(null),
    }),
    reply: DealerRecord,
  },
  'POST /v1/admin/dealer-applications/:id/reject': {
    summary: 'Rejects an application. The applicant sees the reason.',
    access: 'dealers.admin',
    ...decidedApplication,
    body: ReasonBody,
    reply: null,
  },
} as const satisfies ContractMap;
