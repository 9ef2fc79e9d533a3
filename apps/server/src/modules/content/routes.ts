import type { content } from '@tuneport/contract/content/content';
import type { contentAdmin } from '@tuneport/contract/content/content-admin';
import { handlers } from '../../platform/http/context.ts';
import { listPosts, showPost, showStaffPage, viewerOf } from './blog/post-queries.ts';
import { posts } from './blog/posts.ts';
import { sendCard } from './blog/sharing-card.ts';
import { saveBio, staffPages } from './blog/staff-pages.ts';
import { media, releaseFiles, sendMedia, takeMedia } from './media/media.ts';
import { listPages } from './pages/page-queries.ts';
import {
  discardDraft,
  findPage,
  findVersion,
  publishDraft,
  publishText,
  restoreVersion,
  saveDraft,
  setVisibility,
  showEditablePage,
  showPage,
  unschedule,
} from './pages/save-page.ts';

export const contentRoutes = handlers<typeof content>({
  'GET /editable-page/:slug': ({ db, params, now }) => showEditablePage(db, params.slug, now),
  'PUT /editable-page/:slug': ({ db, actor, now, params, body }) => publishText({ db, actor, now, ...params }, body),
  'GET /v1/pages/:slug': ({ db, params, now }) => showPage(db, params.slug, now),
  'GET /media/:id/:width': ({ db, platform, params }) => sendMedia(db, platform.files, params.id, params.width),
  'GET /blog-posts': ({ db, actor, query, now }) => listPosts(db, viewerOf(actor, now), query),
  'GET /blog-posts/:id': ({ db, actor, params, now }) => showPost(db, viewerOf(actor, now), params.id),
  'GET /blog-posts/:id/card.png': ({ db, params, now }) => sendCard(db, params.id, now),
  'GET /bio/:slug': ({ db, actor, params, now }) => showStaffPage(db, viewerOf(actor, now), params.slug),
});

export const contentAdminRoutes = handlers<typeof contentAdmin>({
  'GET /v1/admin/pages': ({ db, query, now }) => listPages(db, query, now),
  'GET /v1/admin/pages/:slug': ({ db, params, now }) => findPage(db, params.slug, now),
  'PUT /v1/admin/pages/:slug/draft': ({ db, actor, now, params, body, readAt }) =>
    saveDraft({ db, actor, now, ...params }, body, readAt),
  'DELETE /v1/admin/pages/:slug/draft': ({ db, actor, now, params }) => discardDraft({ db, actor, now, ...params }),
  'POST /v1/admin/pages/:slug/publish': ({ db, actor, now, params, body }) =>
    publishDraft({ db, actor, now, ...params }, body.at),
  'POST /v1/admin/pages/:slug/visibility': ({ db, actor, now, params, body }) =>
    setVisibility({ db, actor, now, ...params }, body.hidden),
  'GET /v1/admin/pages/:slug/versions/:version': ({ db, params, now }) =>
    findVersion(db, params.slug, params.version, now),
  'POST /v1/admin/pages/:slug/versions/:version/restore': ({ db, actor, now, params: { slug, version } }) =>
    restoreVersion({ db, actor, now, slug }, version),
  'POST /v1/admin/pages/:slug/versions/:version/unschedule': ({ db, actor, now, params: { slug, version } }) =>
    unschedule({ db, actor, now, slug }, version),
  'POST /v1/admin/media': ({ db, platform, actor, files, body, now }) =>
    takeMedia(db, platform.files, actor, files, body.alt, now),
  ...media.routes,
  'DELETE /v1/admin/media/:id': async (input) => {
    await media.routes['DELETE /v1/admin/media/:id'](input);
    await releaseFiles(input.db, input.params.id);
  },
  ...posts.routes,
  'DELETE /v1/admin/blog-posts/:id': async (input) => {
    await posts.routes['DELETE /v1/admin/blog-posts/:id'](input);
    await input.db.deleteFrom('media_uses').where('subject', '=', `blog-post:${input.params.id}`).execute();
  },
  ...staffPages.routes,
  'DELETE /v1/admin/staff-pages/:id': async (input) => {
    await staffPages.routes['DELETE /v1/admin/staff-pages/:id'](input);
    await input.db.deleteFrom('media_uses').where('subject', '=', `staff-page:${input.params.id}`).execute();
  },
  'PUT /v1/admin/bio/:slug': ({ db, actor, params, body, now }) => saveBio(db, actor, params.slug, body, now),
});
