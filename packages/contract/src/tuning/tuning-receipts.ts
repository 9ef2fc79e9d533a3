import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { WireDate } from '../shapes.ts';

// Receipts of deliveries, signed with Ed25519 and verifiable by anyone. They do not identify the customer.

const ReceiptFile = z.object({ sha256: z.string(), size_bytes: z.number() });

const SignedReceipt = z
  .object({
    version: z.literal(1),
    issuer: z.string(),
    request: z.number(),
    issued_at: z.string(),
    original: ReceiptFile,
    delivered: ReceiptFile,
    tunes: z.array(z.string()),
    changed_bytes: z.number(),
    key: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'SignedReceipt' });

const Verdict = z.object({
  /** Signed by a key of this site and unmodified. */
  valid: z.boolean(),
  /** The file must no longer be used. */
  withdrawn: z.boolean(),
  message: z.string(),
  receipt: SignedReceipt.nullable(),
});

export const tuningReceipts = {
  'GET /v1/receipt-keys': {
    summary: 'Lists the public keys for receipt signatures, the current one first.',
    access: 'public',
    reply: z.object({
      data: z.array(
        z.object({ id: z.string(), public_key: z.string(), created_at: WireDate, retired_at: WireDate.nullable() }),
      ),
    }),
    limit: { max: 120, windowS: 60, by: 'address' },
  },
  'POST /v1/receipts/verify': {
    summary: 'Verifies that a receipt was signed here and is unchanged.',
    access: 'public',
    body: z.object({ receipt: z.unknown() }),
    reply: Verdict,
    limit: { max: 60, windowS: 60, by: 'address' },
  },
  'GET /v1/receipts/files/:hash': {
    summary: 'Verifies that a file, given by its SHA-256, was delivered here, with its receipts.',
    access: 'public',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: z.object({
      /** Null when no such file was delivered here. Uploaded originals are not reported. */
      role: z.enum(['delivered']).nullable(),
      /** Delivered here, but must no longer be used. */
      withdrawn: z.boolean(),
      message: z.string(),
      /** Empty when the same file was delivered with several requests. */
      receipts: z.array(SignedReceipt),
    }),
    limit: { max: 60, windowS: 60, by: 'address' },
  },
} as const satisfies ContractMap;
