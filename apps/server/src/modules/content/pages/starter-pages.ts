import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../platform/db/db.ts';
import { markdownBlocks, readMarkdown } from './markdown.ts';
import { cleanBlocks } from './present-page.ts';

const folder = fileURLToPath(new URL('../../../../data/pages/', import.meta.url));

/**
 * Creates the static pages that do not exist yet, with the texts that come with the product. A page that exists is
 * left alone, whatever its text or state.
 */
export async function loadStarterPages(db: Db, now: Date): Promise<void> {
  const slugs = (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3));
  const known = new Set((await db.selectFrom('pages').select('slug').execute()).map(({ slug }) => slug));
  for (const slug of slugs.filter((one) => !known.has(one))) {
    const { fields, body } = readMarkdown(await readFile(`${folder}${slug}.md`, 'utf8'));
    const blocks = cleanBlocks(markdownBlocks(body));
    await db.transaction().execute(async (tx) => {
      const page = await tx
        .insertInto('pages')
        .values({ slug, created_at: now, updated_at: now })
        // Another process that starts at the same time may be first.
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!page) return;
      await tx
        .insertInto('page_versions')
        .values({
          page_id: page.id,
          title: fields.title ?? slug,
          seo_title: fields.seo ?? '',
          seo_description: fields.description ?? '',
          blocks: JSON.stringify(blocks),
          publish_at: now,
          created_at: now,
          updated_at: now,
        })
        .execute();
    });
  }
}
