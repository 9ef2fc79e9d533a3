import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { sendConfirmation } from './mails.ts';
import { hashPassword } from './passwords.ts';
import { insertUser, type UserRow, userById } from './queries.ts';
import { newPasswordProblems } from './security/new-password.ts';
import { openSession } from './sessions.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  address: string;
  userAgent: string;
  siteNames: readonly string[];
};

export async function register(db: Db, origin: string, wish: Registration): Promise<{ token: string; user: UserRow }> {
  const problems = newPasswordProblems(wish.password, wish);
  if (problems.length > 0) throw fieldRefusal({ password: problems });
  const password_hash = await hashPassword(wish.password);
  return db.transaction().execute(async (tx) => {
    const id = await insertUser(tx, { name: wish.name, email: wish.email, password_hash });
    if (id === null)
      throw fieldRefusal({
        email: ['There is an account with this e-mail already. Log in or ask for a new password.'],
      });
    await sendConfirmation(tx, origin, { id, name: wish.name, email: wish.email });
    const token = await openSession(tx, {
      userId: id,
      method: 'password',
      secondFactor: false,
      address: wish.address,
      userAgent: wish.userAgent,
    });
    return { token, user: (await userById(tx, id)) as UserRow };
  });
}
