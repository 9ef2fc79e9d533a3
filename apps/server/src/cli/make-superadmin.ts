import { recordAct, system } from '../modules/audit/index.ts';
import { openDb } from '../platform/db/open.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** The first SuperAdmin cannot be granted by another one, so whoever has the server makes it. */
export const makeSuperadminCommand: Command = {
  summary: 'give an existing account the role SuperAdmin',
  usage: 'EMAIL',
  run: ([email = '']) =>
    withDatabase(async (connection) => {
      const { db, close } = openDb(connection, { max: 1 });
      try {
        return await db.transaction().execute(async (tx) => {
          const user = await tx
            .updateTable('users')
            // Whoever has the server vouches for the address: without a mail server nobody could confirm it.
            .set((eb) => ({ role: 5, email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(new Date())) }))
            .where('email', '=', email)
            .returning(['id', 'name'])
            .executeTakeFirst();
          if (!user) throw new Error(`There is no account with the e-mail "${email}". Register it first.`);
          await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
          await recordAct(tx, system, 'identity.make-superadmin', `user:${user.id}`);
          const next =
            'Log in, then add a passkey or an authenticator app under Profile, Security. The role works from then on.';
          return { id: user.id, name: user.name, role: 5, next };
        });
      } finally {
        await close();
      }
    }),
};
