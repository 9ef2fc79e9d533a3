import { createHash } from 'node:crypto';

/** What a table that is edited as a whole looked like when it was read; a save with another one is stale. */
export const fingerprint = (table: unknown): string =>
  createHash('sha256').update(JSON.stringify(table)).digest('base64url').slice(0, 22);
