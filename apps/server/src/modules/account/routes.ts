import type { accountDeletion } from '@tuneport/contract/account/account-deletion';
import type { dataExports } from '@tuneport/contract/account/data-exports';
import type { notifications } from '@tuneport/contract/account/notifications';
import { signedIn } from '../../platform/actor.ts';
import { removeUnusedBytes } from '../../platform/files/sweep.ts';
import { handlers } from '../../platform/http/context.ts';
import { cancelDeletion, readDeletion, requestDeletion } from './deletion/request-deletion.ts';
import { deleteExport, endFinishedExports, listExports, requestExport, sendExport } from './export/manage-exports.ts';
import { countUnread, listNotifications, markRead, markReadUntil } from './notifications/notifications.ts';

export const dataExportRoutes = handlers<typeof dataExports>({
  'GET /user/data-exports': ({ db, actor, now }) => listExports(db, signedIn(actor).userId, now),
  'POST /user/data-exports': async ({ db, actor, platform, now, afterCommit }) => {
    const made = await requestExport(db, platform, signedIn(actor), now);
    const hashes = await endFinishedExports(db, signedIn(actor).userId);
    afterCommit(() => removeUnusedBytes(platform.db, platform.files, hashes));
    return made;
  },
  'GET /user/data-exports/:id/file': ({ actor, platform, params, clientInfo, now }) =>
    sendExport(platform, signedIn(actor), { id: params.id, range: clientInfo.range, now }),
  'DELETE /user/data-exports/:id': async ({ db, actor, platform, params, afterCommit }) => {
    const hashes = await deleteExport(db, signedIn(actor).userId, params.id);
    afterCommit(() => removeUnusedBytes(platform.db, platform.files, hashes));
  },
});

export const accountDeletionRoutes = handlers<typeof accountDeletion>({
  'GET /user/deletion': ({ db, actor }) => readDeletion(db, signedIn(actor).userId),
  'POST /user/deletion': async ({ db, actor, body, platform, now }) => {
    await requestDeletion({ db, origin: platform.config.publicOrigin, now }, signedIn(actor), body.email);
    return readDeletion(db, signedIn(actor).userId);
  },
  'DELETE /user/deletion': async ({ db, actor, platform, now }) => {
    await cancelDeletion({ db, origin: platform.config.publicOrigin, now }, signedIn(actor));
    return readDeletion(db, signedIn(actor).userId);
  },
});

export const notificationRoutes = handlers<typeof notifications>({
  'GET /user/notifications': ({ db, actor, query }) => listNotifications(db, signedIn(actor).userId, query),
  'GET /user/notifications/unread': ({ db, actor }) => countUnread(db, signedIn(actor).userId),
  'PUT /user/notifications/read': ({ db, actor, body, now }) =>
    markReadUntil(db, signedIn(actor).userId, body.until, now),
  'PUT /user/notifications/:id/read': ({ db, actor, params, now }) =>
    markRead(db, signedIn(actor).userId, params.id, now),
});
