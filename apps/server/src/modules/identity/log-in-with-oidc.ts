import type { Db, Tx } from '../../platform/db/db.ts';
import { recordAct } from '../audit/index.ts';
import { sendSecurityNotice } from './mails.ts';
import { OidcRefusal } from './oidc-refusal.ts';
import { insertUser, type UserRow, userById } from './queries.ts';
import type { OidcClaims } from './read-oidc-claims.ts';
import { openSession } from './sessions.ts';

type Visit = { origin: string; address: string; userAgent: string; now: Date };

export async function logInWithOidc(
  db: Db,
  claims: OidcClaims,
  visit: Visit,
): Promise<{ token: string; user: UserRow }> {
  return db.transaction().execute(async (tx) => {
    const id =
      (await knownUser(tx, claims)) ?? (await linkedUser(tx, claims, visit)) ?? (await newUser(tx, claims, visit));
    const user = await userById(tx, id);
    if (!user || user.banned_at) throw new OidcRefusal('banned');
    const token = await openSession(tx, {
      userId: user.id,
      method: 'oidc',
      secondFactor: claims.secondFactor,
      address: visit.address,
      userAgent: visit.userAgent,
    });
    return { token, user };
  });
}

async function knownUser(tx: Tx, claims: OidcClaims): Promise<number | null> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('oidc_issuer', '=', claims.issuer)
    .where('oidc_subject', '=', claims.subject)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * An account with the same address is the same person only if both sides have checked the address. Otherwise somebody
 * could register another's address here, or there, and wait for the owner.
 */
async function linkedUser(tx: Tx, claims: OidcClaims, visit: Visit): Promise<number | null> {
  if (claims.email === null) throw new OidcRefusal('no_email');
  // Before anything is looked up: somebody who only claims an address must not learn whether it has an account.
  if (!claims.emailVerified) throw new OidcRefusal('unverified');
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'oidc_subject'])
    .where('email', '=', claims.email)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  if (!user.email_confirmed_at || user.oidc_subject !== null) throw new OidcRefusal('email_in_use');
  await tieToProvider(tx, user.id, claims);
  await recordAct(tx, actorOf(user.id, visit), 'identity.link-oidc', `user:${user.id}`, { issuer: claims.issuer });
  await sendSecurityNotice(tx, visit.origin, user.email, 'Single sign-on was connected to your account');
  return user.id;
}

async function newUser(tx: Tx, claims: OidcClaims, visit: Visit): Promise<number> {
  const email = claims.email as string;
  const name = claims.name ?? email.split('@')[0] ?? email;
  const id = await insertUser(tx, {
    name,
    email,
    password_hash: null,
    email_confirmed_at: visit.now,
  });
  // Another first login of the same person was quicker: that one is open, this one can be tried again.
  if (id === null) throw new OidcRefusal('expired');
  await tieToProvider(tx, id, claims);
  await recordAct(tx, actorOf(id, visit), 'identity.create-by-oidc', `user:${id}`, { issuer: claims.issuer });
  return id;
}

async function tieToProvider(tx: Tx, id: number, claims: OidcClaims): Promise<void> {
  await tx
    .updateTable('users')
    .set({ oidc_issuer: claims.issuer, oidc_subject: claims.subject })
    .where('id', '=', id)
    .execute();
}

const actorOf = (userId: number, visit: Visit) => ({ userId, sessionId: null, address: visit.address });
