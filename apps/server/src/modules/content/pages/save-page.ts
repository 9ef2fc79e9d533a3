import type { PageDraft } from '@tuneport/contract/content/content-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { storeUses } from '../media/media-queries.ts';
import { type PageHead, type PageVersion, pageHead, publishedVersion, versionsOf } from './page-queries.ts';
import { blocksHtml, cleanBlocks, mediaOfBlocks, shownBlocks, statesOf } from './present-page.ts';

type Change = { readonly db: Db; readonly actor: AuditActor; readonly now: Date; readonly slug: string };

export async function findPage(db: Db, slug: string, now: Date) {
  const head = await pageHead(db, slug);
  if (!head) throw new Refusal('not_found');
  const versions = await versionsOf(db, head.id);
  const states = statesOf(versions, now);
  // Without a draft the editor starts from what is published, not from what is scheduled after it.
  const at = states.findIndex((state) => state === 'draft' || state === 'published');
  const current = versions[Math.max(0, at)];
  if (!current) throw new Refusal('not_found');
  return {
    ...head,
    current: await presentVersion(db, current, states[Math.max(0, at)] ?? 'draft'),
    versions: versions.map((version, index) => ({ ...version, state: states[index] ?? 'replaced' })),
  };
}

const presentVersion = async (db: Db, version: PageVersion, state: ReturnType<typeof statesOf>[number]) => ({
  ...version,
  state,
  blocks: await shownBlocks(db, version.blocks),
});

export async function findVersion(db: Db, slug: string, id: number, now: Date) {
  const head = await pageHead(db, slug);
  const versions = head ? await versionsOf(db, head.id) : [];
  const at = versions.findIndex((version) => version.id === id);
  const version = versions[at];
  if (!version) throw new Refusal('not_found');
  return presentVersion(db, version, statesOf(versions, now)[at] ?? 'replaced');
}

export async function showPage(db: Db, slug: string, now: Date) {
  const version = await publishedVersion(db, slug, now);
  if (!version) throw new Refusal('not_found');
  return { ...version, slug, blocks: await shownBlocks(db, version.blocks) };
}

/** Title and text only, as the specification names them. */
export async function showEditablePage(db: Db, slug: string, now: Date) {
  const version = await publishedVersion(db, slug, now);
  if (!version) throw new Refusal('not_found');
  return { slug, title: version.title, text: blocksHtml(version.blocks), updated_at: version.updated_at };
}

/** The text replaces all blocks of the page; they stay in its history. */
export async function publishText(change: Change, input: { title: string; text: string }) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  const live = await publishedVersion(db, slug, now);
  const draft = {
    title: input.title,
    seo_title: live?.seo_title ?? '',
    seo_description: live?.seo_description ?? '',
    indexed: live?.indexed ?? true,
    blocks: [{ kind: 'text' as const, html: input.text }],
  };
  const blocks = cleanBlocks(draft.blocks);
  if (blocksHtml(blocks) === '') throw fieldRefusal({ text: ['The text is required.'] });
  await db
    .insertInto('page_versions')
    .values({ ...columnsOf(page.id, draft, change), publish_at: now })
    .execute();
  await db.updateTable('pages').set({ hidden: false }).where('id', '=', page.id).execute();
  await saved(change, page, 'publish');
  return showEditablePage(db, slug, now);
}

export async function saveDraft(change: Change, input: PageDraft, readAt: Date) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  if (isStale(page.updated_at, readAt)) throw new Refusal('stale_record', { current: await findPage(db, slug, now) });
  await storeDraft(change, page, input);
  await saved(change, page, 'save-draft');
  return findPage(db, slug, now);
}

export async function discardDraft(change: Change) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  const others = (await versionsOf(db, page.id)).filter(({ publish_at }) => publish_at !== null);
  if (others.length === 0)
    throw new Refusal('conflict', { message: 'This page was never published, so its draft is all there is.' });
  const { numDeletedRows } = await db
    .deleteFrom('page_versions')
    .where('page_id', '=', page.id)
    .where('publish_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await saved(change, page, 'discard-draft');
  return findPage(db, slug, now);
}

export async function publishDraft(change: Change, at: string | null) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  const time = at === null ? now : new Date(at);
  if (at !== null && time <= now) throw fieldRefusal({ at: ['Choose a time in the future.'] });
  const draft = await db
    .updateTable('page_versions')
    .set({ publish_at: time, updated_at: now })
    .where('page_id', '=', page.id)
    .where('publish_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!draft) throw new Refusal('conflict', { message: 'There is no draft to publish. Change the page first.' });
  await saved(change, page, at === null ? 'publish' : 'schedule', { at: time.toISOString() });
  return findPage(db, slug, now);
}

export async function setVisibility(change: Change, hidden: boolean) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  if (page.hidden !== hidden) {
    await db.updateTable('pages').set({ hidden }).where('id', '=', page.id).execute();
    await saved(change, page, hidden ? 'unpublish' : 'publish-again');
  }
  return findPage(db, slug, now);
}

export async function restoreVersion(change: Change, id: number) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  const version = (await versionsOf(db, page.id)).find((one) => one.id === id);
  if (!version) throw new Refusal('not_found');
  await storeDraft(change, page, version as PageDraft);
  await saved(change, page, 'restore', { version: id });
  return findPage(db, slug, now);
}

export async function unschedule(change: Change, id: number) {
  const { db, slug, now } = change;
  const page = await lockPage(change);
  const versions = await versionsOf(db, page.id);
  const version = versions.find((one) => one.id === id);
  if (!version) throw new Refusal('not_found');
  if (version.publish_at === null || version.publish_at <= now)
    throw new Refusal('conflict', { message: 'This version is not scheduled.' });
  if (versions.some(({ publish_at }) => publish_at === null))
    throw new Refusal('conflict', { message: 'The page already has a draft. Publish or discard it first.' });
  await db.updateTable('page_versions').set({ publish_at: null, updated_at: now }).where('id', '=', id).execute();
  await saved(change, page, 'unschedule', { version: id });
  return findPage(db, slug, now);
}

async function lockPage({ db, slug }: Change): Promise<PageHead> {
  const page = await pageHead(db, slug, true);
  if (!page) throw new Refusal('not_found');
  return page;
}

async function storeDraft(change: Change, page: PageHead, input: PageDraft): Promise<void> {
  const { db } = change;
  const columns = columnsOf(page.id, input, change);
  const { page_id: _, created_at: __, ...fields } = columns;
  const updated = await db
    .updateTable('page_versions')
    .set(fields)
    .where('page_id', '=', page.id)
    .where('publish_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (updated.numUpdatedRows === 0n) await db.insertInto('page_versions').values(columns).execute();
}

const columnsOf = (page_id: number, input: PageDraft, { actor, now }: Change) => ({
  page_id,
  title: input.title,
  seo_title: input.seo_title,
  seo_description: input.seo_description,
  indexed: input.indexed,
  blocks: JSON.stringify(cleanBlocks(input.blocks)),
  written_by: actor.userId,
  created_at: now,
  updated_at: now,
});

/** Pictures count as used by the draft, by what is scheduled and by what is published; earlier versions let go of them. */
async function saved(change: Change, page: PageHead, act: string, detail: Record<string, unknown> = {}): Promise<void> {
  const { db, actor, now, slug } = change;
  const versions = await versionsOf(db, page.id);
  const states = statesOf(versions, now);
  const inUse = versions.filter((_, at) => states[at] !== 'replaced');
  await storeUses(
    db,
    `page:${slug}`,
    inUse.flatMap(({ blocks }) => mediaOfBlocks(blocks)),
    'blocks',
  );
  await db
    .updateTable('pages')
    .set({ updated_at: nextUpdatedAt(page.updated_at, now) })
    .where('id', '=', page.id)
    .execute();
  await writeAudit(db, actor, `pages.${act}`, `page:${slug}`, detail);
  await bumpArea(db, 'content');
}
