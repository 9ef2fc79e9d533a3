import { language } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { insertUser } from '../queries.ts';
import { newPasswordProblems } from '../security/new-password.ts';
import { sendAccountExists, sendConfirmation } from './mails.ts';
import { hashPassword } from './passwords.ts';

type Registration = { name: string; email: string; password: string; siteNames: readonly string[]; address: string };

/** The language of the page. Null for English: it is the default, so the user may not have selected it. */
const selectedLanguage = () => (language() === 'en' ? null : language());

/**
 * Creates an account that is usable once its address is confirmed. If one already exists, only the owner of the address
 * is informed, by mail: response and timing are the same.
 */
export async function register(db: Db, origin: string, input: Registration): Promise<void> {
  const problems = newPasswordProblems(input.password, input);
  if (problems.length > 0) throw fieldRefusal({ password: problems });
  const password_hash = await hashPassword(input.password, addressSite(input.address));
  const { name, email } = input;
  await db.transaction().execute(async (tx) => {
    const id = await insertUser(tx, { name, email, password_hash, language: selectedLanguage() });
    if (id === null) await sendAccountExists(tx, origin, email);
    else await sendConfirmation(tx, origin, { id, email });
  });
}
