import { sql } from 'kysely';

/**
 * A column that lets the transaction of its statement commit before the disk has it, so that its locks are not held meanwhile.
 * For what another commit follows before anybody is told: the journal is written in order, so that one waits for both.
 */
export const asyncCommit = sql<string>`set_config('synchronous_commit', 'off', true)`;
