import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { sendSecurityNotice } from '../../login/mails.ts';
import { type UserRow, userById } from '../../queries.ts';
import { deletePasskey } from './passkey-queries.ts';

export async function removePasskey(db: Db, origin: string, actor: SignedInActor, id: number): Promise<void> {
  const name = await deletePasskey(db, actor.userId, id);
  if (name === null) throw new Refusal('not_found');
  const user = (await userById(db, actor.userId)) as UserRow;
  await writeAudit(db, actor, 'identity.remove-passkey', `user:${actor.userId}`, { passkey: id, name });
  await sendSecurityNotice(db, origin, user.email, msg('A passkey was removed from your account'));
}
