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

/** Requests with their messages and files. */
export const tuningRequests = {
  'GET /v1/tune-requests': {
    summary: "Lists the caller's tune requests; tuners and staff also see those they can work on.",
    access: 'user',
    query: PageQuery.extend({
      state: z.enum(tuneRequestStates).optional(),
      /** Only requests of the caller or their dealers. */
      mine: z.stringbool().default(false),
    }),
    reply: Page(ListedRequest),
  },
  'POST /v1/tune-requests': {
    summary: 'Creates a tune request from a file: a finished resumable upload by id, or the file in this request.',
    access: 'user',
    upload: { maxBytes: tuneFileBytesMax, maxFiles: 1 },
    body: z.object({
      upload: z.uuid('Choose a finished upload.').optional(),
      mode: z.enum(uploadModes).default('automatic'),
      purpose: z.enum(uploadPurposes).default('tune'),
      /** The dealer it is for; the caller is a member. */
      dealer: z.string().trim().min(1).max(120).optional(),
      /** SHA-256 of the upload terms that the sender of this file accepted. An upload has its own. */
      terms: z.string().trim().toLowerCase().max(64).optional(),
    }),
    reply: TuneRequest,
    status: 201,
    idempotent: 'accepts',
    // Bytes are stored before the short transaction that creates the request.
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
    summary: 'Shows a tune request with its files and history.',
    access: readers,
    params: IdParams,
    reply: TuneRequest,
    refuses: ['not_found'],
  },
  'GET /v1/tune-requests/:id/poll': {
    summary: 'Checks whether a request changed: 304 while the given version is current.',
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
      'Streams the version of a request, now and on every change, as server-sent events (version, gone), while the caller can read it.',
    access: readers,
    params: IdParams,
    reply: z.string(),
    raw: true,
    live: true,
    refuses: ['not_found', 'too_many_requests', 'unavailable'],
  },
  'PATCH /v1/tune-requests/:id': {
    summary: 'Updates the vehicle, information or selected tunes of an unpaid request.',
    access: readers,
    params: IdParams,
    body: z.object({
      engine_id: Id.nullable().optional(),
      transmission_id: Id.nullable().optional(),
      /** The vehicle's path in the catalogue, such as /catalog/bmw/2015/320i/n20. */
      vehicle: z.string().trim().max(700).optional(),
      information: VehicleInfo.optional(),
      tune_ids: z.array(Id).max(30, 'A request can have at most 30 tunes.').optional(),
      /** The version that was read. If it is outdated, the call is refused with the current record. */
      version: z.number().int().max(2_147_483_647).optional(),
    }),
    reply: TuneRequest,
    refuses: ['not_found', 'invalid_fields', 'stale_record', 'already_committed'],
  },
  'DELETE /v1/tune-requests/:id': {
    summary: 'Deletes an unpaid request.',
    access: ['owner', 'tune-requests.admin'],
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'already_committed', 'invalid_transition'],
  },
  'POST /v1/tune-requests/:id/steps': {
    summary: 'Performs one step: claim, release, ask, approve, reject, cancel, request a change and so on.',
    access: readers,
    params: IdParams,
    body: z.object({ event: z.string().trim().min(1).max(40), reason: Text(4000, 'The reason').default('') }),
    reply: TuneRequest,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_committed', 'conflict'],
  },
  'POST /v1/tune-requests/:id/follow-up': {
    summary: 'Orders another version or a change of a delivered file: a new request with the same file and car.',
    access: buyers,
    params: IdParams,
    body: z.object({ wishes: Text(8000, 'Requested change').default('') }),
    reply: TuneRequest,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'invalid_transition', 'already_exists', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/support': {
    summary: 'Lists the messages between customer and tuner.',
    access: readers,
    params: IdParams,
    reply: z.object({ data: z.array(RequestMessage) }),
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/support': {
    summary: "Posts a message in a request. A customer's reply resumes the work.",
    access: readers,
    params: IdParams,
    body: z.object({
      message: Words(8000, 'The message'),
      /** Visible to tuners and staff only. */
      note: z.boolean().default(false),
    }),
    reply: RequestMessage,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'POST /v1/tune-requests/:id/help': {
    summary: 'Asks for help when no tune was recognized.',
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
    summary: 'Requests a custom tune for this car.',
    access: buyers,
    params: IdParams,
    body: z.object({
      wishes: Words(8000, 'Your request'),
      modifications: Text(4000, 'Modifications').default(''),
    }),
    reply: RequestMessage,
    status: 201,
    idempotent: 'accepts',
    limit: { max: 20, windowS: 3600, by: 'actor' },
    refuses: ['not_found', 'invalid_fields', 'already_committed', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/raw': {
    summary: 'Returns the original file, always available to its owner.',
    access: ['owner', 'tuner', 'tune-requests.admin'],
    params: IdParams,
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/token': {
    summary: 'Creates a short-lived token to download the files of a request without a session.',
    access: ['owner', 'dealer-member', 'tune-requests.admin'],
    params: IdParams,
    reply: z.object({ token: z.string(), expires_at: WireDate }),
    limit: { max: 60, windowS: 600, by: 'actor' },
    refuses: ['not_found', 'invalid_transition', 'too_many_requests'],
  },
  'GET /v1/tune-requests/:id/files': {
    summary: 'Lists the files of a request with their download links.',
    access: readers,
    params: IdParams,
    reply: z.object({ data: z.array(RequestFile) }),
    refuses: ['not_found'],
  },
  'POST /v1/tune-requests/:id/files': {
    summary:
      'Adds a file: a result from the tuner, or a supplement from the owner. A result for another control unit is rejected with the reason.',
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
    summary: 'Downloads a file; a delivered file once it is paid, with a session or token.',
    access: [...readers, 'token'],
    params: IdParams.extend({ fileId: Id }),
    query: z.object({ token: z.string().max(400).optional() }),
    reply: z.string().meta({ format: 'binary' }),
    raw: true,
    limit: { max: 120, windowS: 60, by: 'actor' },
    refuses: ['not_found', 'forbidden'],
  },
} as const satisfies ContractMap;
