import { tuneFileBytesMax, uploadModes, uploadPurposes } from '@tuneport/domain/tuning/upload-rules';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

// Resumable uploads with the tus protocol (version 1.0.0 with creation, expiration and termination), so any tus client
// can upload. The tune request refers to a finished upload by its id.

const TusVersion = z.literal('1.0.0');
const Bytes = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

/** Required Upload-Metadata, each value in base64. */
export const UploadMetadata = z.object({
  filename: z.string().trim().min(1).max(255),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  terms: z.string().regex(/^[0-9a-f]{64}$/),
  mode: z.enum(uploadModes).default('automatic'),
  purpose: z.enum(uploadPurposes).default('tune'),
});

const Found = z.object({ value: z.string(), at: z.number(), sure: z.enum(['certain', 'likely', 'hint']) });

export const SniffedFile = z.object({
  kind: z.enum(['tune', 'log', 'other']),
  format: z.string(),
  material: z.string(),
  by: z.string(),
});

export const IdentifiedFile = z.object({
  family: Found.nullable(),
  maker: z.string().nullable(),
  hardwareNumbers: z.array(Found),
  softwareIds: z.array(Found),
  partNumbers: z.array(Found),
  engine: Found.nullable(),
  vins: z.array(Found),
  usedShare: z.number(),
});

export const UploadState = z
  .object({
    id: z.string(),
    name: z.string(),
    size_bytes: z.number(),
    offset_bytes: z.number(),
    state: z.enum(['open', 'finished', 'taken']),
    mode: z.enum(uploadModes),
    purpose: z.enum(uploadPurposes),
    sha256: z.string().nullable(),
    sniffed: SniffedFile.nullable(),
    identified: IdentifiedFile.nullable(),
    expires_at: WireDate,
  })
  .meta({ id: 'UploadState' });

const UploadParams = z.object({ id: z.uuid() });

export const tuningUploads = {
  'POST /v1/uploads': {
    guest: true,
    summary: `Creates an upload of up to ${tuneFileBytesMax / 1024 / 1024} MiB; its URL is in the Location header (tus creation).`,
    access: 'user',
    headers: z.object({ 'tus-resumable': TusVersion, 'upload-length': Bytes, 'upload-metadata': z.string().max(4096) }),
    reply: UploadState,
    status: 201,
    raw: true,
    limit: { max: 120, windowS: 3600, by: 'actor' },
    refuses: ['invalid_fields', 'too_large', 'upload_terms', 'too_many_requests'],
  },
  'GET /v1/uploads/:id': {
    guest: true,
    summary: 'Returns the offset of an upload; with HEAD, in the tus headers.',
    access: 'owner',
    params: UploadParams,
    reply: UploadState,
    raw: true,
  },
  'PATCH /v1/uploads/:id': {
    guest: true,
    summary: 'Appends bytes at the current offset; after the last byte the file is checked, stored and identified.',
    access: 'owner',
    params: UploadParams,
    headers: z.object({ 'tus-resumable': TusVersion, 'upload-offset': Bytes, 'content-length': Bytes.optional() }),
    stream: { mediaType: 'application/offset+octet-stream' },
    transaction: 'none',
    reply: null,
    raw: true,
    refuses: ['upload_offset', 'too_large', 'upload_damaged', 'not_a_tune', 'too_many_requests'],
  },
  'DELETE /v1/uploads/:id': {
    guest: true,
    summary: 'Cancels an upload and deletes the received bytes.',
    access: 'owner',
    params: UploadParams,
    // Partial files are deleted before the short transaction that deletes the row.
    transaction: 'none',
    reply: null,
    raw: true,
    refuses: ['conflict'],
  },
} as const satisfies ContractMap;
