import type { Db } from '../../../platform/db/db.ts';
import { removeUnusedBytes } from '../../../platform/files/sweep.ts';
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts';
import { mailLanguage } from '../../../platform/mail/mail-language.ts';
import type { Platform } from '../../../platform/platform.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { sendDeletionDone, sendDeletionStopped } from '../account-mails.ts';
import { anonymise, type Leftovers } from './anonymise.ts';
import { deletionBlockers } from './blockers.ts';
import { lockAccount, recipientOf } from './request-deletion.ts';

/** Deletes the accounts whose grace period is over. Each is checked again: something may be open that was not before. */
export async function deleteDueAccounts(platform: Platform, now: Date): Promise<number> {
  const { db } = platform;
  const due = await db.selectFrom('users').select('id').where('deletion_due_at', '<=', now).limit(500).execute();
  return forEachIsolated(due, async ({ id }) => {
    const leftovers = await db.transaction().execute((tx) => deleteAccount(tx, platform.config.publicOrigin, id, now));
    if (leftovers) await removeOutside(platform, leftovers);
    return leftovers !== null;
  });
}

async function deleteAccount(tx: Db, origin: string, id: number, now: Date): Promise<Leftovers | null> {
  const user = await lockAccount(tx, id);
  // Cancelled or done meanwhile.
  if (!user?.deletion_due_at || user.deletion_due_at > now) return null;
  const blockers = await deletionBlockers(tx, id);
  if (blockers.length > 0) {
    await tx.updateTable('users').set({ deletion_due_at: null }).where('id', '=', id).execute();
    const kinds = blockers.map(({ kind }) => kind);
    await writeAudit(tx, system, 'identity.stop-deletion', `user:${id}`, { blockers: kinds });
    await sendDeletionStopped(tx, origin, recipientOf(user), blockers);
    return null;
  }
  const recipient = recipientOf(user);
  // Afterwards nothing says which language they read.
  const language = await mailLanguage(tx, recipient.email, true);
  const leftovers = await anonymise(tx, { id, ...recipient }, now);
  await writeAudit(tx, system, 'identity.delete-user', `user:${id}`);
  await sendDeletionDone(tx, recipient, language);
  return leftovers;
}

/** Repeating this is not needed: unused bytes are swept daily, and a card without our record cannot be charged. */
export async function removeOutside(platform: Platform, { hashes, cards }: Leftovers): Promise<void> {
  await removeUnusedBytes(platform.db, platform.files, hashes);
  for (const { provider, provider_method_id } of cards)
    if (platform.payments?.name === provider)
      await platform.payments
        .removeMethod(provider_method_id)
        .catch((error: unknown) => platform.log.warn({ err: error }, 'the provider kept a removed method'));
}
