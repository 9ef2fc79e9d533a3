import type { Db, Tx } from '../../../platform/db/db.ts';
import { writeAudit } from '../../audit/index.ts';
import { emailTaken, insertUser, type UserRow, userById } from '../queries.ts';
import { openSession } from '../sessions/sessions.ts';
import { OidcRefusal } from './oidc-refusal.ts';
import { nameIn, type OidcClaims } from './read-oidc-claims.ts';

type Visit = { origin: string; address: string; userAgent: string; now: Date };

export async function logInWithOidc(
  db: Db,
  claims: OidcClaims,
  visit: Visit,
): Promise<{ token: string; user: UserRow }> {
  return db.transaction().execute(async (tx) => {
    const id = (await userLinkedTo(tx, claims)) ?? (await newUser(tx, claims, visit));
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

export async function userLinkedTo(tx: Db, claims: OidcClaims): Promise<number | null> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('oidc_issuer', '=', claims.issuer)
    .where('oidc_subject', '=', claims.subject)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function newUser(tx: Tx, claims: OidcClaims, visit: Visit): Promise<number> {
  const { email } = claims;
  if (email === null) throw new OidcRefusal('no_email');
  // Checked before any lookup: a login with an unverified address must not reveal whether it has an account.
  if (!claims.emailVerified) throw new OidcRefusal('unverified');
  // Even an address confirmed by both sides does not link an account automatically: its owner logs in and links it
  // (link-oidc.ts).
  if (await emailTaken(tx, email)) throw new OidcRefusal('email_in_use');
  const name = claims.name ?? nameIn(email.split('@')[0]) ?? 'New customer';
  const id = await insertUser(tx, {
    name,
    email,
    password_hash: null,
    email_confirmed_at: visit.now,
  });
  // A concurrent first login of the same person won; this one can be retried.
  if (id === null) throw new OidcRefusal('expired');
  await linkToProvider(tx, id, claims, visit.now);
  const actor = { userId: id, sessionId: null, address: visit.address };
  await writeAudit(tx, actor, 'identity.create-by-oidc', `user:${id}`, { issuer: claims.issuer });
  return id;
}

export async function linkToProvider(tx: Db, id: number, claims: OidcClaims, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ oidc_issuer: claims.issuer, oidc_subject: claims.subject, oidc_linked_at: now })
    .where('id', '=', id)
    .execute();
}
