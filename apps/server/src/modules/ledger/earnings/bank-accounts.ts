import { isIban, looksLikeIban } from '@tuneport/domain/ledger/bank-file';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { msg, t } from '@tuneport/domain/text/text';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import type { SealedColumn } from '../../../platform/secrets/reseal.ts';
import { writeAudit } from '../../audit/index.ts';
import { sendSecurityNotice } from '../../identity/index.ts';
import { memberAddresses, partyFacts } from './payout-admin-queries.ts';

/** Where partners are paid. The number leaves the server only in a bank file. */
export const sealedBankAccounts: SealedColumn = {
  table: 'partner_bank_accounts',
  column: 'sealed_account',
  key: ['owner'],
  purpose: (owner) => `bank-account:${owner}`,
  stored: 'bytea',
};

type BankAccount = {
  readonly holder: string;
  readonly account: string;
  readonly bic: string;
  readonly country_code: string;
};

export const bankAccountOf = async (db: Db, owner: EarningOwner) =>
  (await db
    .selectFrom('partner_bank_accounts')
    .select(['holder', 'account_end', 'bic', 'country_code'])
    .where('owner', '=', owner)
    .executeTakeFirst()) ?? null;

/** When the current account of a party was entered, which tells it from an earlier one. */
export const accountEnteredAt = async (db: Db, owner: EarningOwner): Promise<Date | null> =>
  (await db.selectFrom('partner_bank_accounts').select('updated_at').where('owner', '=', owner).executeTakeFirst())
    ?.updated_at ?? null;

export async function setBankAccount(
  db: Db,
  platform: Pick<Platform, 'secrets' | 'config'>,
  actor: Actor,
  owner: EarningOwner,
  { holder, account, bic, country_code }: BankAccount,
  now: Date,
): Promise<{ account_end: string }> {
  if (looksLikeIban(account) && !isIban(account))
    throw fieldRefusal({ account: ['The check digits of this IBAN are wrong. Check it for typing errors.'] });
  const row = {
    holder,
    sealed_account: platform.secrets.seal(`bank-account:${owner}`, account),
    account_end: account.slice(-4),
    bic,
    country_code,
    updated_by: actor.userId,
    updated_at: now,
  };
  await db
    .insertInto('partner_bank_accounts')
    .values({ owner, ...row })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
    .execute();
  await writeAudit(db, actor, 'bank-accounts.set', owner, {
    after: { holder, account_end: row.account_end, country_code },
  });
  await notifyMembers(db, platform.config.publicOrigin, owner, row.account_end);
  return { account_end: row.account_end };
}

/** All members are notified, so that an account entered with a stolen login is noticed before the next payout. */
async function notifyMembers(db: Db, origin: string, owner: EarningOwner, account_end: string): Promise<void> {
  const name = shortName((await partyFacts(db, [owner])).get(owner)?.name ?? '');
  for (const email of await memberAddresses(db, owner))
    await sendSecurityNotice(db, origin, email, msg('The bank account for payouts was changed'), () => [
      t('Payouts to {name} now go to the account ending in {account_end}.', { name, account_end }),
    ]);
}

/** Full accounts of the parties that have one, for a bank file. */
export async function openBankAccounts(
  db: Db,
  { secrets }: Pick<Platform, 'secrets'>,
  owners: readonly EarningOwner[],
): Promise<ReadonlyMap<EarningOwner, BankAccount & { readonly enteredAt: Date }>> {
  if (owners.length === 0) return new Map();
  const rows = await db
    .selectFrom('partner_bank_accounts')
    .select(['owner', 'holder', 'sealed_account', 'bic', 'country_code', 'updated_at'])
    .where('owner', 'in', owners)
    .execute();
  return new Map(
    rows.map(({ owner, holder, sealed_account, bic, country_code, updated_at }) => [
      owner as EarningOwner,
      {
        holder,
        bic,
        country_code,
        enteredAt: updated_at,
        account: secrets.open(`bank-account:${owner}`, sealed_account) ?? '',
      },
    ]),
  );
}
