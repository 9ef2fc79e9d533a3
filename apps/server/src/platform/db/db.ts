import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db.gen.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
