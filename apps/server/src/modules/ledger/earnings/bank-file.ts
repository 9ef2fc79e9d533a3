import { type BankFile, bankCsv, pain001 } from '@tuneport/domain/ledger/bank-file';
import { payoutNumber, payoutRunNumber } from '@tuneport/domain/ledger/payout-states';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { attachment } from '../../../platform/files/send-file.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { companyZone, settingsOf } from '../../settings/index.ts';
import { openBankAccounts } from './bank-accounts.ts';
import { payoutsInRun, runWithTotals } from './payout-admin-queries.ts';
import { isActiveParty } from './payout-queries.ts';

const listed = (names: readonly string[]): string =>
  `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}`;

/** The bank file of a group. Payouts that were cancelled, or have ended, are not in it. */
export async function bankFileOf(
  db: Db,
  platform: Platform,
  actor: Actor,
  id: number,
  format: 'pain.001' | 'csv',
  now: Date,
): Promise<RawReply> {
  const run = await runWithTotals(db, id);
  if (!run) throw new Refusal('not_found');
  if (run.state !== 'approved' && run.state !== 'processing')
    throw new Refusal('conflict', { message: 'The bank file is available once the group is approved.' });
  const payouts = (await payoutsInRun(db, id)).filter(({ state }) => state === 'approved' || state === 'sending');
  const suspended: string[] = [];
  for (const { owner, name } of payouts) if (!(await isActiveParty(db, owner))) suspended.push(name);
  if (suspended.length > 0)
    throw new Refusal('conflict', {
      message: `These partners are suspended: ${listed(suspended)}. Cancel their payouts first.`,
    });
  const accounts = await openBankAccounts(
    db,
    platform,
    payouts.map(({ owner }) => owner),
  );
  const missing = payouts.filter(({ owner }) => !accounts.get(owner)?.account).map(({ name }) => name);
  if (missing.length > 0)
    throw new Refusal('conflict', {
      message: `These partners have no bank account yet: ${listed(missing)}.`,
    });
  const changed = payouts.filter(
    ({ owner, bank_account_at }) => accounts.get(owner)?.enteredAt.getTime() !== bank_account_at?.getTime(),
  );
  if (changed.length > 0)
    throw new Refusal('conflict', {
      message: `The bank account was changed after the approval. Approve these payouts again: ${listed(changed.map((payout) => payoutNumber(payout.id)))}.`,
    });
  if (payouts.length === 0)
    throw new Refusal('conflict', { message: 'No payout of this group is waiting to be sent.' });
  const { payout_holder, payout_account, payout_bic } = await settingsOf(platform);
  if (format === 'pain.001' && (payout_holder === '' || payout_account === ''))
    throw new Refusal('conflict', { message: 'Enter the payout account in the settings first.' });
  const file: BankFile = {
    id: payoutRunNumber(id),
    at: now,
    day: dayIn(now, await companyZone(platform)),
    currency: run.currency,
    from: { name: payout_holder, account: payout_account, bic: payout_bic, countryCode: '' },
    payments: payouts.map((payout) => {
      const account = accounts.get(payout.owner);
      return {
        id: payoutNumber(payout.id),
        to: {
          name: account?.holder ?? '',
          account: account?.account ?? '',
          bic: account?.bic ?? '',
          countryCode: account?.country_code ?? '',
        },
        amountMinor: payout.amount_minor,
        text: `Payout ${payoutNumber(payout.id)}`,
      };
    }),
  };
  await writeAudit(db, actor, 'payout-runs.bank-file', `payout-run:${id}`, { format, payouts: payouts.length });
  const isXml = format === 'pain.001';
  return {
    status: 200,
    headers: {
      'content-type': isXml ? 'application/xml; charset=utf-8' : 'text/csv; charset=utf-8',
      'content-disposition': attachment(`${payoutRunNumber(id)}.${isXml ? 'xml' : 'csv'}`),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    body: isXml ? pain001(file) : bankCsv(file),
  };
}
