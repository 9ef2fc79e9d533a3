import type { storeCodesAdmin } from '@tuneport/contract/store/store-codes-admin';
import { handlers } from '../../../platform/http/context.ts';
import { codes, endCode } from './codes.ts';

export const storeCodeRoutes = handlers<typeof storeCodesAdmin>({
  ...codes.routes,
  'POST /v1/admin/discount-codes/:id/end': ({ db, actor, params, now }) => endCode(db, actor, params.id, now),
});
