import { createHash } from 'node:crypto';

/** Hash of a table that is edited as a whole, from when it was read; a save with a different one is stale. */
export const fingerprint = (table: unknown): string =>
  createHash('sha256').update(JSON.stringify(table)).digest('base64url').slice(0, 22);
