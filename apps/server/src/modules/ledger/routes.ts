import type { ledgerAdmin } from '@tuneport/contract/ledger/ledger-admin';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { explainBalance } from './explain-balance.ts';
import { chainState, findAccount, listAccounts } from './list-queries.ts';
import { presentAccount, presentExplanation } from './present.ts';

export const ledgerAdminRoutes = handlers<typeof ledgerAdmin>({
  'GET /v1/admin/ledger/accounts': async ({ db, query }) => {
    const page = await listAccounts(db, query);
    return { ...page, data: page.data.map(presentAccount) };
  },
  'GET /v1/admin/ledger/accounts/:id': async ({ db, params, query, now }) => {
    const found = await findAccount(db, params.id);
    if (!found) throw new Refusal('not_found');
    const at = query.at === undefined ? now : new Date(query.at);
    return {
      account: presentAccount(found),
      ...presentExplanation(await explainBalance(db, found.account, at, { entries: query.entries })),
    };
  },
  'GET /v1/admin/ledger/chain': async ({ db }) => {
    const { no, hash, sealed_at, unsealed } = await chainState(db);
    return { seal: Number(no), hash, sealed_at, unsealed: Number(unsealed) };
  },
});
