import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { msg, t } from '@tuneport/domain/text/text';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { encodePng } from '../../../platform/files/encode-image.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { sendPicture } from '../../../platform/files/send-picture.ts';
import type { RawReply, ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireAffiliate } from '../policy.ts';

/** Drawn by the browser from the brand marks, so that they are sharp in every size. */
const banners = [
  { name: msg('Leaderboard'), width: 728, height: 90 },
  { name: msg('Rectangle'), width: 300, height: 250 },
  { name: msg('Story'), width: 1080, height: 1920 },
] as const;

export async function presentBranding(db: Db, platform: Platform, actor: Actor, id: number) {
  const affiliate = await requireAffiliate(db, actor, id);
  const tags = await db
    .selectFrom('tracking_tags')
    .select('tag')
    .where('affiliate_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  const path = (tag: string) => `/tune/${encodeURIComponent(tag)}`;
  const first = tags[0] ? path(tags[0].tag) : '/';
  return {
    colour: affiliate.colour,
    logo: affiliate.logo_file_id === null ? null : `/api/v1/affiliates/${id}/branding/logo`,
    links: tags.map(({ tag }) => ({ label: tag, url: `${platform.config.publicOrigin}${path(tag)}` })),
    banners: banners.map((banner) => ({ ...banner, name: t(banner.name), path: first })),
  };
}

export async function saveBranding(
  platform: Platform,
  actor: Actor,
  id: number,
  colour: string | undefined,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<void> {
  await requireAffiliate(platform.db, actor, id);
  const logo = files[0] ? await encodePng(files[0], 'logo', 600) : null;
  await platform.db.transaction().execute(async (tx) => {
    const affiliate = await requireAffiliate(tx, actor, id, 'lock');
    const stored = logo
      ? await storeFile(tx, platform.files, logo, { belongsTo: `affiliate:${id}`, uploadedBy: actor.userId })
      : null;
    await tx
      .updateTable('affiliates')
      .set({
        ...(colour === undefined ? {} : { colour }),
        ...(stored ? { logo_file_id: stored.id } : {}),
        updated_at: nextUpdatedAt(affiliate.updated_at, now),
      })
      .where('id', '=', id)
      .execute();
    await writeAudit(tx, actor, 'affiliates.branding', `affiliate:${id}`, {
      after: { colour: colour ?? affiliate.colour, ...(stored ? { logo: stored.id } : {}) },
    });
  });
}

export async function sendLogo(db: Db, platform: Platform, actor: Actor, id: number): Promise<RawReply> {
  const affiliate = await requireAffiliate(db, actor, id);
  const file = await db
    .selectFrom('stored_files')
    .select(['sha256', 'size_bytes'])
    .where('id', '=', affiliate.logo_file_id)
    .executeTakeFirst();
  return sendPicture(platform.files, file, { mediaType: 'image/png', cacheControl: 'private, no-cache' });
}
