import type { signatures } from '@tuneport/contract/dealers/signatures';
import { handlers } from '../../../platform/http/context.ts';
import { listSignatures, presentListed, presentSignature, sendSignature } from './present-signatures.ts';
import { recordSignature, revokeSignature, updateSignature } from './save-signature.ts';

export const signatureRoutes = handlers<typeof signatures>({
  'GET /signature-authority': async ({ db, query }) => {
    const list = await listSignatures(db, query);
    return { ...list, data: list.data.map(presentListed) };
  },
  'POST /signature-authority': async ({ db, platform, actor, body, files, now }) =>
    presentSignature(db, await recordSignature(platform, actor, body, files, now)),
  'GET /signature-authority/:id': ({ db, params }) => presentSignature(db, params.id),
  'GET /signature-authority/:id/files/:file': ({ db, platform, params }) =>
    sendSignature(db, platform.files, params.id, params.file),
  'PATCH /signature-authority/:id': async ({ db, platform, actor, params, body, files, now }) => {
    await updateSignature(platform, actor, params.id, body, files, now);
    return presentSignature(db, params.id);
  },
  'DELETE /signature-authority/:id': ({ db, actor, params, now }) => revokeSignature(db, actor, params.id, now),
});
