import { moneyStates, tuneRequestRoad, tuneRequestStates } from '@tuneport/domain/tune-request-states';
import { tuneFileBytesMax, uploadModes, uploadPurposes } from '@tuneport/domain/upload-rules';
import { z } from 'zod';
import { AddressFields } from './addresses.ts';
import { Estimate, WireMoneyShape } from './catalog.ts';
import type { ContractMap } from './endpoint.ts';
import { CardChoice } from './payments.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from './shapes.ts';
import { Bought } from './store-purchases.ts';
import { IdentifiedFile, SniffedFile } from './tuning-uploads.ts';

// A request is read by its owner, the members of the dealer it belongs to, the tuners in whose queue it stands, and staff. To anybody
// else it is not there.
const readers = ['owner', 'dealer-member', 'tuner', 'tune-requests.admin'] as const;
const buyers = ['owner', 'dealer-member'] as const;

const Text = (max: number, what: string) => z.string().trim().max(max, `${what} can have at most ${max} characters.`);
const Words = (max: number, what: string) => Text(max, what).min(1, `${what} is required.`);

const requestHead = {
  id: z.number(),
  number: z.string(),
  state: z.enum(tuneRequestStates),
  /** Where it is and what happens next, in one sentence. */
  sentence: z.string(),
  money: z.enum(moneyStates),
  version: z.number(),
  purpose: z.enum(uploadPurposes),
  file_name: z.string(),
  vehicle: z.string(),
  tunes: z.array(z.string()),
  waits_for_you: z.boolean(),
  created_at: WireDate,
  updated_at: WireDate,
};

export const ListedRequest = z
  .object({
    ...requestHead,
    customer: z.string(),
    dealer: z.string().nullable(),
    worker: z.string().nullable(),
    promised_at: WireDate.nullable(),
  })
  .meta({ id: 'ListedTuneRequest' });

export const RequestFile = z
  .object({
    id: z.number(),
    kind: z.enum(['original', 'supplement', 'result']),
    state: z.enum(['in_review', 'rejected', 'delivered', 'withdrawn']).nullable(),
    name: z.string(),
    size_bytes: z.number(),
    sha256: z.string(),
    note: z.string(),
    created_at: WireDate,
    /** What changed against the original. The places stand here for those who work on it alone. */
    change: z
      .object({ words: z.string(), changed_bytes: z.number(), share: z.number(), places: z.array(z.string()) })
      .nullable(),
    /** Null while it may not be fetched. */
    download: z.string().nullable(),
  })
  .meta({ id: 'TuneRequestFile' });

export const RequestMessage = z
  .object({
    id: z.number(),
    by: z.enum(['customer', 'house', 'note']),
    author: z.string(),
    text: z.string(),
    created_at: WireDate,
  })
  .meta({ id: 'TuneRequestMessage' });

/** What the customer says about the car. */
export const RequestInformation = z.object({
  year: Text(20, 'The year').default(''),
  vin: Text(40, 'The VIN').default(''),
  read_with: Text(120, 'The tool').default(''),
  fuel: Text(60, 'The fuel').default(''),
  changed_parts: Text(1000, 'Changed parts').default(''),
  notes: Text(4000, 'Your notes').default(''),
});

export const TuneRequest = z
  .object({
    ...requestHead,
    mode: z.enum(uploadModes),
    road: z.enum(tuneRequestRoad).nullable(),
    sniffed: SniffedFile,
    identified: IdentifiedFile,
    proposals: z.array(
      z.object({ engine_id: z.number(), vehicle: z.string(), vehicle_path: z.string().nullable(), why: z.string() }),
    ),
    engine_id: z.number().nullable(),
    transmission_id: z.number().nullable(),
    vehicle_path: z.string().nullable(),
    information: RequestInformation,
    wishes: z.string(),
    tune_ids: z.array(z.number()),
    estimate_hash: z.string().nullable(),
    purchase: z.object({ id: z.number(), number: z.string(), state: z.string(), total: WireMoneyShape }).nullable(),
    customer: z.object({ id: z.number(), name: z.string() }),
    dealer: z.object({ id: z.number(), name: z.string() }).nullable(),
    tuner: z.object({ id: z.number(), name: z.string() }).nullable(),
    worker: z.string().nullable(),
    files: z.array(RequestFile),
    history: z.array(
      z.object({ at: WireDate, event: z.string(), state: z.string(), by: z.string(), reason: z.string() }),
    ),
    messages: z.number(),
    promised_at: WireDate.nullable(),
    delivered_at: WireDate.nullable(),
    downloaded_at: WireDate.nullable(),
    revision_until: WireDate.nullable(),
    parent_id: z.number().nullable(),
    /** The newest delivery, signed: anybody can check it at /receipt. */
    receipt: z.string().nullable(),
    /** Whom the caller speaks for here, and what they may do next. */
    as: z.enum(['customer', 'tuner', 'staff']),
    allowed: z.array(z.string()),
  })
  .meta({ id: 'TuneRequest' });

const Selection = z.object({
  tune_ids: z.array(Id).max(30, 'At most 30 tunes fit one request.'),
  tools: z.array(Id).max(20).default([]),
  codes: z.array(z.string().trim().min(1).max(60)).max(10, 'At most 10 codes can be used at once.').default([]),
  currency: z.string().trim().toUpperCase().length(3).optional(),
  dealer: z.string().trim().min(1).max(120).optional(),
  /** The dealer who installs it, by id or slug. */
  installer: z.string().trim().min(1).max(120).optional(),
});

const pay = {
  estimate_hash: z.string().trim().min(1, 'Price the tunes first.').max(100),
  total: WireMoneyShape.optional(),
  disclaimer_hash: z.string().trim().max(100).optional(),
  installer: z.string().trim().min(1).max(120).optional(),
};
const payOptions = { transaction: 'none', idempotent: 'requires', movesMoney: true } as const;
const payRefusals = [
  'not_found',
  'invalid_fields',
  'invalid_transition',
  'total_changed',
  'conflict',
  'already_committed',
  'region_mismatch',
] as const;
const cardRefusals = [
  'payments_off',
  'network_down_retry',
  'avs_cvv',
  'duplicate',
  'card_expired',
  'revoked_payment_method',
  'too_many_requests',
] as const;

const Pool = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  waiting: z.number(),
  oldest_at: WireDate.nullable(),
});

export const tuningRequests = {
  'GET /v1/tune-requests': {
    summary: "Lists the caller's tune requests; tuners and staff see those they may work on as well.",
    access: 'user',
    query: PageQuery.extend({
      state: z.enum(tuneRequestStates).optional(),
      /** Only those that belong to the caller or their dealers. */
      mine: z.stringbool().default(false),
    }),
    reply: Page(ListedRequest),
  },
  'POST /v1/tune-requests': {
    summary:
      'Makes a tune request of a file: of a finished resumable upload by its id, or of the file in this very call.',
    access: 'user',
    upload: { maxBytes: tuneFileBytesMax, maxFiles: 1 },
    body: z.object({
      upload: z.uuid('Name a finished upload.').optional(),
      mode: z.enum(uploadModes).default('automatic'),
      purpose: z.enum(uploadPurposes).default('tune'),
      /** For this dealer, of which the caller is a member. */
      dealer: z.string().trim().min(1).max(120).optional(),
    }),
    reply: TuneRequest,
    status: 201,
    // Bytes are stored before the short transaction that makes the request.
    transaction: 'none',
    limit: { max: 120, windowS: 3600, by: 'actor' },
    refuses: [
      'invalid_fields',
      'not_found',
      'already_exists',
      'conflict',
      'not_a_tune',
      'too_large',
      'too_many_requests',
    ],
  },
  'GET /v1/tune-requests/:id': {
    summary: 'Shows a tune request with its files and its history.',
    access: readers,
    params: IdParams,
    reply: TuneRequest,
    refuses: ['not_found'],
  },
  'GET /v1/tune-requests/:id/poll': {
    summary: 'Says cheaply whether a request changed: 304 while its version is the one named.',
    access: readers,
    params: IdParams,
    query: z.object({ since: z.coerce.number().int().min(0).default(0) }),
    reply: z.object({ state: z.string(), money: z.string(), version: z.number() }),
    raw: true,
    refuses: ['not_found'],
  },
  'GET /v1/tune-requests/:id/live': {
    summary:
      'Tells its version at once and whenever it changes, as server-sent events (version, gone), as long as the caller may read it.',
    access: readers,
    params: IdParams,
    reply: z.string(),
    raw: true,
    live: true,
    refuses: ['not_found', 'too_many_requests', 'unavailable'],
  },
  'PATCH /v1/tune-requests/:id': {
    summary: 'Changes the vehicle, the information or the chosen tunes while nothing is paid.',
    access: readers,
    params: IdParams,
    body: z.object({
      engine_id: Id.nullable().optional(),
      transmission_id: Id.nullable().optional(),
      /** The address of the vehicle in the catalogue, such as /catalog/bmw/2015/320i/n20. */
      vehicle: z.string().trim().max(700).optional(),
      information: RequestInformation.partial().optional(),
      tune_ids: z.array(Id).max(30, 'At most 30 tunes fit one request.').optional(),
      /** The version that was read: another one by now is refused with what it has become. */
      version: z.number().int().optional(),
    }),
    reply: TuneRequest,
    refuses: ['not_found', 'invalid_fields', 'stale_record', 'already_committed'],
  },
  'DELETE /v1/tune-requests/:id': {
    summary: 'Deletes a request nobody has paid for.',
    access: ['owner', 'tune-requests.admin'],
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
  'POST /v1/tune-requests/:id/steps': {
    summary: 'Takes one step of the table: claim, release, ask, approve, reject, cancel, ask for a change and so on.',
    access: readers,
    params: IdParams,
    body: z.object({ event: z.string().trim().min(1).max(40), reason: Text(4000, 'The reason').default('') }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
  'GET /v1/tune-requests/:id/support': {
    summary: 'Reads what customer and tuner wrote to each other.',
    access: readers,
    params: IdParams,
    reply: z.object({ data: z.array(RequestMessage) }),
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/support': {
    summary: 'Writes in the thread of a request. An answer of the customer sets the work going again.',
    access: readers,
    params: IdParams,
    body: z.object({
      message: Words(8000, 'The message'),
      /** Between tuners and staff; told to nobody else. */
      note: z.boolean().default(false),
    }),
    reply: RequestMessage,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'POST /v1/tune-requests/:id/help': {
    summary: 'Asks for help when no tune was recognised.',
    access: buyers,
    params: IdParams,
    body: z.object({ information: RequestInformation.partial().default({}), message: Words(8000, 'The message') }),
    reply: RequestMessage,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'too_many_requests'],
  },
  'POST /v1/tune-requests/:id/custom-tuning': {
    summary: 'Asks for a tune made for this car alone.',
    access: buyers,
    params: IdParams,
    body: z.object({
      wishes: Words(8000, 'What you wish for'),
      modifications: Text(4000, 'Changed parts').default(''),
    }),
    reply: RequestMessage,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'too_many_requests'],
  },
  'POST /v1/tune-requests/:id/estimate': {
    summary: 'Prices the chosen tunes and keeps the choice.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    body: Selection,
    reply: Estimate,
    transaction: 'none',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'region_mismatch'],
  },
  'POST /v1/tune-requests/:id/pay': {
    summary: 'Pays for the chosen tunes by card, once.',
    access: buyers,
    params: IdParams,
    body: z.object({ ...pay, billing: AddressFields, method: CardChoice.optional() }),
    reply: Bought,
    ...payOptions,
    refuses: [...payRefusals, ...cardRefusals],
  },
  'POST /v1/tune-requests/:id/pay-later': {
    summary: "Puts the price on the dealer's account. Above the credit limit a card may pay the excess.",
    access: 'dealer-member',
    params: IdParams,
    body: z.object({
      ...pay,
      dealer: z.string().trim().min(1).max(120).optional(),
      card: z
        .object({
          amount: z.string().trim().max(30),
          currency: z.string().trim().toUpperCase().length(3),
          method: CardChoice,
        })
        .optional(),
    }),
    reply: Bought,
    ...payOptions,
    refuses: [...payRefusals, ...cardRefusals, 'dealer_hit_credit_limit', 'dealer_missing_billing_info'],
  },
  'POST /v1/tune-requests/:id/free': {
    summary: 'Completes a purchase whose total is zero.',
    access: buyers,
    params: IdParams,
    body: z.object({ ...pay, billing: AddressFields }),
    reply: Bought,
    ...payOptions,
    refuses: payRefusals,
  },
  'POST /v1/tune-requests/:id/link-purchase': {
    summary: 'Uses a catalogue purchase for this request, once.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    body: z.object({ purchase_id: Id }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
  'GET /v1/tune-requests/:id/raw': {
    summary: 'The file as it was sent, never withheld from its owner.',
    access: ['owner', 'tuner', 'tune-requests.admin'],
    params: IdParams,
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/token': {
    summary: 'Makes a short right to fetch the files of a request without a session.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    reply: z.object({ token: z.string(), expires_at: WireDate }),
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_transition', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/dealers': {
    summary: 'Dealers who can install the chosen tunes, with the tools they have and their fee.',
    access: ['owner', 'tune-requests.admin'],
    params: IdParams,
    query: z.object({ near: z.string().trim().max(120).optional() }),
    reply: z.object({
      data: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          name: z.string(),
          place: z.string(),
          /** From where the caller looks, between towns; null while that is not known. */
          distance_km: z.number().nullable(),
          tools: z.array(z.string()),
          install_fee: WireMoneyShape.nullable(),
        }),
      ),
    }),
    refuses: ['not_found'],
  },
  'GET /v1/tune-requests/:id/files': {
    summary: 'Lists the files of a request, each with its way to be fetched.',
    access: readers,
    params: IdParams,
    reply: z.object({ data: z.array(RequestFile) }),
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/files': {
    summary:
      'Adds a file: the tuner delivers a result, the owner supplements. A result that belongs to another box is refused by name.',
    access: ['owner', 'tuner', 'tune-requests.admin'],
    params: IdParams,
    upload: { maxBytes: tuneFileBytesMax, maxFiles: 1 },
    body: z.object({
      kind: z.enum(['supplement', 'result']).default('supplement'),
      note: Text(2000, 'The note').default(''),
    }),
    reply: RequestFile,
    status: 201,
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'not_a_tune', 'too_large', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/files/:fileId': {
    summary: 'Fetches a file; a delivered one once it is paid, by session or by token.',
    access: [...readers, 'token'],
    params: IdParams.extend({ fileId: Id }),
    query: z.object({ token: z.string().min(20).max(100).optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    limit: { max: 120, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'forbidden'],
  },
  'GET /pipeline': {
    summary: 'Tune requests in work, by step.',
    access: ['tuner', 'tune-requests.admin'],
    query: z.object({ pool: Id.optional() }),
    reply: z.object({
      data: z.array(
        z.object({ state: z.enum(tuneRequestStates), total: z.number(), requests: z.array(ListedRequest) }),
      ),
    }),
  },
  'GET /recent-updates': {
    summary: "The caller's requests that changed lately, with what happened.",
    access: 'user',
    query: z.object({ since: z.iso.datetime().optional() }),
    reply: z.object({
      data: z.array(
        z.object({
          id: z.number(),
          number: z.string(),
          vehicle: z.string(),
          sentence: z.string(),
          event: z.string(),
          at: WireDate,
        }),
      ),
    }),
  },
  'GET /tune-pools': {
    summary: 'The queues of waiting requests, one for each brand.',
    access: ['tuner', 'tune-requests.admin'],
    reply: z.object({ data: z.array(Pool) }),
  },
  'GET /tune-pools/:id': {
    summary: 'The waiting requests of a queue, the oldest first.',
    access: ['tuner', 'tune-requests.admin'],
    params: IdParams,
    reply: Pool.extend({ requests: z.array(ListedRequest) }),
    refuses: ['not_found'],
  },
  'POST /tune-pools/:id/requests/:requestId/take': {
    summary: 'Takes a waiting request; of two at once one gets it.',
    access: 'tuner',
    params: IdParams.extend({ requestId: Id }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
} as const satisfies ContractMap;
