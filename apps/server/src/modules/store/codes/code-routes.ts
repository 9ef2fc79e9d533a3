import type { storeCodesAdmin } from '@tuneport/contract/store/store-codes-admin';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { codeById, listCodes, presentCode } from './code-record.ts';
import { createCode, endCode, updateCode } from './save-code.ts';

export const storeCodeRoutes = handlers<typeof storeCodesAdmin>({
  'GET /v1/admin/discount-codes': async ({ db, query, now }) => {
    const page = await listCodes(db, query, now);
    return { ...page, data: page.data.map((row) => presentCode(row, now)) };
  },
  'GET /v1/admin/discount-codes/:id': async ({ db, params, now }) => {
    const code = await codeById(db, params.id);
    if (!code) throw new Refusal('not_found');
    return presentCode(code, now);
  },
  'POST /v1/admin/discount-codes': ({ db, actor, body, now }) => createCode(db, actor, body, now),
  'PATCH /v1/admin/discount-codes/:id': ({ db, actor, params, body, readAt, now }) =>
    updateCode(db, actor, params.id, body, readAt, now),
  'POST /v1/admin/discount-codes/:id/end': ({ db, actor, params, now }) => endCode(db, actor, params.id, now),
});
