import { system, writeAudit } from '../modules/audit/index.ts';
import { endSessionsOf, removeFactors } from '../modules/identity/index.ts';
import { openDb } from '../platform/db/connection/open.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** For an owner who lost every factor. A password alone must not be enough, so the operator verifies the identity first. */
export const removeFactorsCommand: Command = {
  summary: 'remove passkeys, authenticator app and single sign-on of an account whose owner lost them',
  usage: 'EMAIL',
  run: ([email = '']) =>
    withDatabase(async (connection) => {
      const { db, close } = openDb(connection, { max: 1 });
      try {
        return await db.transaction().execute((tx) => removeFactorsOf(tx, email));
      } finally {
        await close();
      }
    }),
};

export async function removeFactorsOf(tx: Tx, email: string) {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).forUpdate().executeTakeFirst();
  if (!user) throw new Error(`No account uses the e-mail "${email}".`);
  const removed = await removeFactors(tx, user.id, {});
  const ended = await endSessionsOf(tx, user.id);
  await writeAudit(tx, system, 'identity.remove-factors', `user:${user.id}`, { removed, ended });
  return { id: user.id, removed, ended };
}
