import { sql } from 'kysely';

/**
 * A column that makes its transaction commit asynchronously, so that its locks are not held during the WAL flush. Only
 * for writes followed by another commit before the client gets a response: the WAL is sequential, so that commit
 * flushes both.
 */
export const asyncCommit = sql<string>`set_config('synchronous_commit', 'off', true)`;
