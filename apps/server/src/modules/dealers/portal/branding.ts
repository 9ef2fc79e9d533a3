import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { contrast, readableOn, textContrastMin } from '@tuneport/domain/site/contrast';
import type { Actor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { encodePng } from '../../../platform/files/encode-image.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { sendPicture } from '../../../platform/files/send-picture.ts';
import type { RawReply, ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { presentBrand } from '../brand.ts';
import { type OwnDealer, ownDealer } from './own-dealer.ts';

const logoSidePx = 600;

export const presentBranding = (dealer: OwnDealer) => ({
  ...presentBrand(dealer),
  may_manage: dealer.mayManage,
});

type Colours = { readonly colour: string; readonly text_colour: string };

/** Without a text colour, the readable one of white and black. */
function checkColours({ colour, text_colour }: Colours) {
  if (colour === '' && text_colour !== '') throw fieldRefusal({ colour: ['Choose the brand colour first.'] });
  if (colour === '') return { brand_colour: '', brand_text_colour: '' };
  const text = text_colour === '' ? readableOn(colour) : text_colour;
  const ratio = contrast(colour, text);
  if (ratio < textContrastMin)
    throw fieldRefusal({
      // Rounded down, so that 4.49 is not shown as the 4.5 it fails to reach.
      text_colour: [
        `The contrast is ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1. Text needs at least ${textContrastMin}:1; ${readableOn(colour)} works.`,
      ],
    });
  return { brand_colour: colour, brand_text_colour: text };
}

export async function saveBranding(
  platform: Platform,
  actor: Actor,
  ref: number | string,
  colours: Colours,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<OwnDealer> {
  await ownDealer(platform.db, actor, ref, 'manage');
  const checked = checkColours(colours);
  const logo = files[0] ? await encodePng(files[0], 'logo', logoSidePx) : null;
  return platform.db.transaction().execute(async (tx) => {
    const dealer = await ownDealer(tx, actor, ref, 'manage-locked');
    const stored = logo
      ? await storeFile(tx, platform.files, logo, { belongsTo: `dealer:${dealer.id}`, uploadedBy: actor.userId })
      : null;
    await replace(tx, dealer, { ...checked, ...(stored ? { brand_logo_file_id: stored.id } : {}) }, now);
    await writeAudit(tx, actor, 'dealers.branding', `dealer:${dealer.id}`, {
      before: { colour: dealer.brand_colour, text_colour: dealer.brand_text_colour },
      after: { colour: checked.brand_colour, text_colour: checked.brand_text_colour, logo: stored !== null },
    });
    return ownDealer(tx, actor, dealer.id);
  });
}

export async function removeLogo(db: Db, actor: Actor, ref: number | string, now: Date): Promise<void> {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  if (dealer.brand_logo_file_id === null) throw new Refusal('not_found');
  await replace(db, dealer, { brand_logo_file_id: null }, now);
  await writeAudit(db, actor, 'dealers.remove-logo', `dealer:${dealer.id}`);
}

type BrandColumns = { brand_colour?: string; brand_text_colour?: string; brand_logo_file_id?: string | null };

async function replace(db: Db, dealer: OwnDealer, columns: BrandColumns, now: Date): Promise<void> {
  await db
    .updateTable('dealers')
    .set({ ...columns, updated_at: nextUpdatedAt(dealer.updated_at, now) })
    .where('id', '=', dealer.id)
    .execute();
  await bumpArea(db, 'dealers');
  // A file without an owner is removed by the cleanup job.
  if (columns.brand_logo_file_id !== undefined && dealer.brand_logo_file_id !== null)
    await db
      .updateTable('stored_files')
      .set({ belongs_to: null })
      .where('id', '=', dealer.brand_logo_file_id)
      .execute();
}

/** Public, because mails show it: only files that are currently the logo of an active dealer. */
export async function sendDealerLogo(db: Db, platform: Platform, fileId: string): Promise<RawReply> {
  const file = await db
    .selectFrom('dealers as d')
    .innerJoin('stored_files as f', 'f.id', 'd.brand_logo_file_id')
    .select(['f.sha256', 'f.size_bytes'])
    .where('d.brand_logo_file_id', '=', fileId)
    .where('d.state', '=', 'active')
    .executeTakeFirst();
  return sendPicture(platform.files, file, {
    mediaType: 'image/png',
    cacheControl: 'private, max-age=31536000, immutable',
  });
}
