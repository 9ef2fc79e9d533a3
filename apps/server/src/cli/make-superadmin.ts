import { sql } from 'kysely';
import { system, writeAudit } from '../modules/audit/index.ts';
import { endMailLinks, issueMailToken, removeFactors } from '../modules/identity/index.ts';
import { readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/connection/open.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** The first SuperAdmin cannot be granted by another one, so it is created by someone with access to the server. */
export const makeSuperadminCommand: Command = {
  summary: 'give an existing account the role SuperAdmin; --confirm-address where no mail could be sent yet',
  usage: 'EMAIL [--confirm-address]',
  run: ([email = '', option]) =>
    withDatabase(async (connection) => {
      const { publicOrigin } = readConfig(process.env);
      const { db, close } = openDb(connection, { max: 1 });
      try {
        return await db
          .transaction()
          .execute((tx) => makeSuperadmin(tx, publicOrigin, email, { confirmAddress: option === '--confirm-address' }));
      } finally {
        await close();
      }
    }),
};

export async function makeSuperadmin(
  tx: Tx,
  origin: string,
  email: string,
  { confirmAddress }: { confirmAddress: boolean },
) {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'created_at', 'email_confirmed_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new Error(`No account uses the e-mail "${email}". Register it first.`);
  // Anyone can register any address: an unconfirmed account may belong to a stranger who knows its password.
  if (user.email_confirmed_at === null && !confirmAddress)
    throw new Error(
      `The e-mail address of "${user.name}", registered ${user.created_at.toISOString()}, is not confirmed. Open the link in the confirmation e-mail first, or add --confirm-address: this removes the password and prints a link to set a new one.`,
    );
  const confirmedAt = sql<Date>`coalesce(email_confirmed_at, now())`;
  await tx
    .updateTable('users')
    .set({
      role: 5,
      email_confirmed_at: confirmedAt,
      first_confirmed_at: sql<Date>`coalesce(first_confirmed_at, now())`,
    })
    .where('id', '=', user.id)
    .execute();
  await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  await writeAudit(tx, system, 'identity.make-superadmin', `user:${user.id}`, { confirmed_address: confirmAddress });
  const next =
    'Log in, then add a passkey or an authenticator app under Profile, Security. The role takes effect after that.';
  const done = { id: user.id, name: user.name, role: 5 };
  if (user.email_confirmed_at !== null) return { ...done, next };
  const reset_link = await replacePassword(tx, origin, { id: user.id, email });
  return { ...done, reset_link, next: `Open reset_link within an hour and choose a password. ${next}` };
}

/** Someone else may have registered the address first, so none of their credentials may remain valid. */
async function replacePassword(tx: Tx, origin: string, user: { id: number; email: string }): Promise<string> {
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  await removeFactors(tx, user.id, {});
  await endMailLinks(tx, user.id);
  return `${origin}/auth/reset-password/${await issueMailToken(tx, 'reset-password', user)}`;
}
