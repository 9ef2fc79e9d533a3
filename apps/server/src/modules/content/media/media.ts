import { mediaNoun } from '@tuneport/contract/content/content-admin';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { cleanName } from '../../../platform/files/clean-name.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply, ReceivedFile } from '../../../platform/http/context.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { writeAudit } from '../../audit/index.ts';
import { encodePicture, sendPicture, storePicture } from '../../store/index.ts';
import { presentPicture } from './media-queries.ts';

type Use = { subject: string; label: string | null };
type Row = {
  id: number;
  name: string;
  alt: string;
  width: number;
  height: number;
  sizes: unknown;
  focal_x: number;
  focal_y: number;
  uses: Use[];
  created_at: Date;
  updated_at: Date;
};

/** Names of the records that show a picture. */
const usesOfRow = sql`coalesce((select jsonb_agg(jsonb_build_object('subject', u.subject, 'label', case split_part(u.subject, ':', 1)
    when 'blog-post' then (select title from blog_posts where id = split_part(u.subject, ':', 2)::int)
    when 'newsletter' then (select title from newsletters where id = split_part(u.subject, ':', 2)::int)
    when 'staff-page' then (select name from staff_pages where id = split_part(u.subject, ':', 2)::int)
    else '/' || split_part(u.subject, ':', 2) end) order by u.subject)
  from media_uses u where u.media_id = r.id), '[]'::jsonb)`;

const adminPaths: Readonly<Record<string, string>> = {
  page: '/admin/pages',
  'blog-post': '/admin/blog-posts',
  newsletter: '/admin/newsletters',
  'staff-page': '/admin/staff-pages',
};

function presentUse({ subject, label }: Use) {
  const [kind = '', id = ''] = subject.split(':');
  const to = kind === 'staff-page' ? `${adminPaths[kind]}?open=${id}` : `${adminPaths[kind] ?? '/admin/media'}/${id}`;
  return { subject, label: label ?? subject, to };
}

export const media = defineRecords<typeof mediaNoun, Row>(mediaNoun, {
  table: 'media',
  subject: 'media',
  acts: 'media',
  area: 'content',
  select: sql`r.*, ${usesOfRow} as uses`,
  search: ['r.name', 'r.alt'],
  filters: {
    alt: () => sql`r.alt = ''`,
    used: (used) => {
      const any = sql`exists (select from media_uses u where u.media_id = r.id)`;
      return used === 'yes' ? sql`${any}` : sql`not ${any}`;
    },
  },
  sort: { name: 'lower(r.name)', created_at: 'r.created_at' },
  order: 'r.id desc',
  present: (row) => ({ ...row, ...presentPicture(row), uses: row.uses.map(presentUse) }),
  uses: async (db, id) => {
    const rows = await db.selectFrom('media_uses').select('subject').where('media_id', '=', id).execute();
    return [{ count: rows.length, one: 'page or post', many: 'pages or posts' }];
  },
});

/** Uploads a picture. It can be used once it has alt text. */
export async function takeMedia(
  db: Db,
  store: FileStore,
  actor: AuditActor,
  files: readonly ReceivedFile[],
  alt: string,
  now: Date,
) {
  const picture = await encodePicture(files);
  const id = await db.transaction().execute(async (tx) => {
    const { width, height } = picture;
    const row = await tx
      .insertInto('media')
      .values({
        name: cleanName(files[0]?.name ?? '').slice(0, 120) || 'Picture',
        alt,
        width,
        height,
        sizes: '[]',
        uploaded_by: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sizes = await storePicture(tx, store, picture, { belongsTo: `media:${row.id}`, uploadedBy: actor.userId });
    await tx
      .updateTable('media')
      .set({ sizes: JSON.stringify(sizes) })
      .where('id', '=', row.id)
      .execute();
    await writeAudit(tx, actor, 'media.create', `media:${row.id}`, { after: { alt } });
    return row.id;
  });
  const record = await media.kind.find(db, id, now);
  if (!record) throw new Error('the picture was deleted while it was uploaded');
  return record;
}

/** Files of a deleted picture lose their owner and are swept. */
export async function releaseFiles(db: Db, id: number): Promise<void> {
  await db.updateTable('stored_files').set({ belongs_to: null }).where('belongs_to', '=', `media:${id}`).execute();
}

export async function sendMedia(db: Db, store: FileStore, id: number, width: number): Promise<RawReply> {
  const row = await db.selectFrom('media').select('sizes').where('id', '=', id).executeTakeFirst();
  return sendPicture(db, store, { sizes: row?.sizes, width, cache: 'public, max-age=31536000, immutable' });
}
