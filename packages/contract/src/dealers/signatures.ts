import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

const SignatureAuthority = z
  .object({
    id: z.number(),
    user_id: z.number(),
    user: z.object({ id: z.number(), name: z.string() }),
    legal_name: z.string(),
    /** Path of the current signature. */
    signature_file: z.string(),
    signature_sha256: z.string(),
    how: z.enum(['drawn', 'uploaded']),
    created_at: WireDate,
    updated_at: WireDate,
    revoked_at: WireDate.nullable(),
  })
  .meta({ id: 'SignatureAuthority' });
const SignatureRecord = SignatureAuthority.extend({
  /** All signatures, newest first; replaced ones stay. */
  signatures: z.array(
    z.object({
      id: z.number(),
      file: z.string(),
      sha256: z.string(),
      how: z.enum(['drawn', 'uploaded']),
      added_by: z.string().nullable(),
      added_at: WireDate,
    }),
  ),
});

const how = z.enum(['drawn', 'uploaded']).default('uploaded');
const LegalName = requiredText('The legal name', 120);
const upload = { maxBytes: 2 * 1024 * 1024, maxFiles: 1 } as const;

export const signatures = {
  'GET /signature-authority': {
    summary: 'Lists the people who may sign for dealers.',
    access: 'signatures.read',
    query: PageQuery.extend({ state: z.enum(['active', 'revoked']).optional() }),
    reply: Page(SignatureAuthority),
  },
  'POST /signature-authority': {
    summary: 'Records a signature authority with the signature, drawn or uploaded as a picture.',
    access: 'signatures.record',
    body: z.object({ user_id: Id, legal_name: LegalName, how }),
    reply: SignatureRecord,
    status: 201,
    upload,
    transaction: 'none',
    refuses: ['invalid_fields', 'too_large'],
  },
  'GET /signature-authority/:id': {
    summary: 'Shows a signature authority with all its signatures.',
    access: 'signatures.read',
    params: IdParams,
    reply: SignatureRecord,
    refuses: ['not_found'],
  },
  'GET /signature-authority/:id/files/:file': {
    summary: 'Returns a signature as a picture.',
    access: 'signatures.read',
    params: z.object({ id: Id, file: Id }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
  'PATCH /signature-authority/:id': {
    summary: 'Changes the legal name or adds a new signature. The old signature is kept.',
    access: 'signatures.write',
    params: IdParams,
    body: z.object({ legal_name: LegalName.optional(), how }),
    reply: SignatureRecord,
    upload,
    transaction: 'none',
    refuses: ['not_found', 'invalid_fields', 'conflict', 'too_large'],
  },
  'DELETE /signature-authority/:id': {
    summary: 'Withdraws a signature authority. Its signatures stay on file.',
    access: 'signatures.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
