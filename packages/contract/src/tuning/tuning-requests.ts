import { tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { tuneFileBytesMax, uploadModes, uploadPurposes } from '@tuneport/domain/tuning/upload-rules';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';
import {
  buyers,
  ListedRequest,
  RequestFile,
  RequestMessage,
  readers,
  Text,
  TuneRequest,
  VehicleInfo,
  Words,
} from './tuning-request-shapes.ts';

/** A request, what is said in it and its files. */
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
      /** SHA-256 of the upload terms that the sender of this file agreed to. An upload has its own. */
      terms: z.string().trim().toLowerCase().max(64).optional(),
    }),
    reply: TuneRequest,
    status: 201,
    idempotent: 'accepts',
    // Bytes are stored before the short transaction that makes the request.
    transaction: 'none',
    limit: { max: 120, windowS: 3600, by: 'actor' },
    refuses: [
      'invalid_fields',
      'not_found',
      'already_exists',
      'conflict',
      'not_a_tune',
      'upload_terms',
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
    query: z.object({ since: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
    reply: z.object({ state: z.string(), money: z.string(), version: z.number() }),
    raw: true,
    poll: true,
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
      information: VehicleInfo.optional(),
      tune_ids: z.array(Id).max(30, 'At most 30 tunes fit one request.').optional(),
      /** The version that was read: another one by now is refused with what it has become. */
      version: z.number().int().max(2_147_483_647).optional(),
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
  'POST /v1/tune-requests/:id/follow-up': {
    summary: 'Orders other options or a change of a delivered file: a request of its own with the same file and car.',
    access: buyers,
    params: IdParams,
    body: z.object({ wishes: Text(8000, 'What should change').default('') }),
    reply: TuneRequest,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_exists', 'too_many_requests'],
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
    body: z.object({ information: VehicleInfo.default({}), message: Words(8000, 'The message') }),
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
    idempotent: 'accepts',
    transaction: 'none',
    limit: { max: 60, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'not_a_tune', 'too_large', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/files/:fileId': {
    summary: 'Fetches a file; a delivered one once it is paid, by session or by token.',
    access: [...readers, 'token'],
    params: IdParams.extend({ fileId: Id }),
    query: z.object({ token: z.string().max(400).optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    limit: { max: 120, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'forbidden'],
  },
} as const satisfies ContractMap;
