import type { Actor } from '../../../platform/actor.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { requireDocuments, sendApplicationMail, storeDocuments, submitApplication } from '../../dealers/index.ts';
import { userById } from '../../identity/index.ts';

type Input = { about: string; socials_1: string; socials_2: string; socials_3: string };

/** Applies with a text, at least one link and optional documents, all stored in one transaction. */
export async function applyAsAffiliate(
  platform: Platform,
  actor: Actor,
  input: Input,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<number> {
  if (input.socials_1 === '' && input.socials_2 === '' && input.socials_3 === '')
    throw fieldRefusal({ socials_1: ['Enter at least one link to your channel, page or profile.'] });
  await requireDocuments(files, 'files');
  return platform.db.transaction().execute(async (tx) => {
    const user = actor.userId === null ? undefined : await userById(tx, actor.userId);
    if (!user) throw new Refusal('unauthenticated');
    const id = await submitApplication(tx, actor, { kind: 'affiliate', name: user.name, details: input }, now);
    await storeDocuments(tx, platform.files, id, files, actor.userId);
    await sendApplicationMail(tx, platform.config.publicOrigin, id, { path: '/affiliate' });
    return id;
  });
}
