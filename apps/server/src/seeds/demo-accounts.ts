import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import { system, writeAudit } from '../modules/audit/index.ts';
import { endSessionsOf, isPassword } from '../modules/identity/index.ts';
import { ConfigError } from '../platform/config-error.ts';
import type { Db } from '../platform/db/db.ts';

export const demoPassword = 'tuneport-demo';

export type DemoAccount = { name: string; address: string; role?: Role; flags?: readonly UserFlag[]; what: string };

export const demoAccounts = [
  { name: 'Sasha Prime', address: 'super', role: 5, what: 'SuperAdmin: everything, roles and flags included' },
  { name: 'Alex Counter', address: 'admin', role: 3, what: 'Admin: the back office' },
  { name: 'Dana Northbay', address: 'dealer', role: 4, what: 'manager of the dealer North Bay Performance' },
  { name: 'Milo Northbay', address: 'dealer-member', role: 4, what: 'member of the same dealer' },
  { name: 'Toni Curve', address: 'tuner', flags: ['t'], what: 'tuner at Longroad Calibration' },
  { name: 'Cleo Script', address: 'cms-tuner', flags: ['t', 'ct'], what: 'CMS tuner: edits the catalogue' },
  { name: 'Ari Linkson', address: 'affiliate', what: 'affiliate' },
  { name: 'Devi Toolmaker', address: 'developer', flags: ['fzd'], what: 'tool developer' },
  { name: 'Casey Driver', address: 'customer', what: 'customer' },
  { name: 'Eloise Atelier', address: 'dealer-eu', role: 4, what: 'manager of a dealer in France with a VAT id' },
] as const satisfies readonly DemoAccount[];

export const demoEmail = (address: string) => `${address}@demo.tuneport.test`;

/** Demo accounts that anyone who has read the README can log in to. */
async function openDemoAccounts(db: Db): Promise<{ id: number; email: string }[]> {
  const accounts = await db
    .selectFrom('demo_accounts as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id', 'u.email', 'u.password_hash'])
    .where('u.password_hash', 'is not', null)
    .where('u.banned_at', 'is', null)
    .orderBy('u.id')
    .execute();
  const open = await Promise.all(accounts.map(({ password_hash }) => isPassword(password_hash, demoPassword)));
  return accounts.filter((_, at) => open[at]).map(({ id, email }) => ({ id, email }));
}

/** Refuses to expose the demo accounts to other machines, unless the operator enabled them. */
export async function assertNoOpenDemoAccounts(db: Db): Promise<void> {
  const open = await openDemoAccounts(db);
  if (open.length === 0) return;
  throw new ConfigError(
    `Other machines can reach this site, and its database has ${open.length} demo accounts with a published password, such as ${open[0]?.email}. Lock them with: npm run cli lock-demo-accounts. Or set DEMO=on to let everyone use them.`,
  );
}

/** Removes password, passkeys and sessions. The accounts' records stay, and a new password can be set by mail. */
export async function lockDemoAccounts(db: Db): Promise<{ locked: string[] }> {
  const open = await openDemoAccounts(db);
  await db.transaction().execute(async (tx) => {
    for (const { id } of open) {
      await tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
      await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
      await sql`update mail_tokens set used_at = now() where user_id = ${id} and used_at is null`.execute(tx);
      await endSessionsOf(tx, id);
      await writeAudit(tx, system, 'identity.lock-demo-account', `user:${id}`);
    }
  });
  return { locked: open.map(({ email }) => email) };
}
