import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { requirePassword } from './change-password.ts';
import { passwordHashOf } from './queries.ts';

/** Before a key of the account goes, its owner proves the password; one who only ever came by single sign-on has to choose one. */
export async function provePassword(db: Db, userId: number, password: string): Promise<void> {
  if ((await passwordHashOf(db, userId)) === null) {
    throw fieldRefusal({
      password: ['This account has no password yet. Choose one with "Forgot password", then come back.'],
    });
  }
  await requirePassword(db, userId, password, 'password');
}
