import { createHash } from 'node:crypto';
import type { Language } from '@tuneport/domain/text/languages';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { visitorLanguage } from '../texts.ts';

/**
 * The language of a mail: the one the owner of the address selected, else that of the page whose request causes the
 * mail, else that of the last such page. English for an address about which nothing is known. The page of a user says
 * nothing about other users, and a mail to anyone else than the person at the page says so (`toOther`).
 */
export async function mailLanguage(tx: Db, to: string, toOther: boolean): Promise<Language> {
  const address = createHash('sha256').update(to.toLowerCase()).digest();
  const { rows } = await sql<{ user: number | null; selected: Language | null; last: Language | null }>`
    select u.id as "user", u.language as selected,
      (select language from mail_languages where address_sha256 = ${address}) as last
    from (values (1)) one left join users u on u.email = ${to}`.execute(tx);
  const { user = null, selected = null, last = null } = rows[0] ?? {};
  const visitor = visitorLanguage();
  const isOther = toOther || (user !== null && visitor?.userId != null && visitor.userId !== user);
  const page = isOther ? null : (visitor?.language ?? null);
  if (selected !== null) return selected;
  if (page !== null && page !== (last ?? 'en'))
    await tx
      .insertInto('mail_languages')
      .values({ address_sha256: address, language: page })
      .onConflict((on) => on.column('address_sha256').doUpdateSet({ language: page, set_at: sql<Date>`now()` }))
      .execute();
  return page ?? last ?? 'en';
}

/** Where an address is entered whose mails are caused later: by staff, a job or a payment provider. */
export async function rememberLanguage(tx: Db, address: string): Promise<void> {
  if ((visitorLanguage()?.language ?? 'en') !== 'en') await mailLanguage(tx, address, false);
}
