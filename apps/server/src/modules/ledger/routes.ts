import type { ledgerAdmin } from '@tuneport/contract/ledger/ledger-admin';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { checkLedger, lastCheck } from './check-ledger.ts';
import { explainBalance } from './explain-balance.ts';
import { chainState, findAccount, listAccounts } from './list-queries.ts';
import { ownerNames } from './owner-names.ts';
import { presentAccount, presentCheck, presentExplanation } from './present.ts';

export const ledgerAdminRoutes = handlers<typeof ledgerAdmin>({
  'GET /v1/admin/ledger/accounts': async ({ db, query }) => {
    const page = await listAccounts(db, query);
    const names = await ownerNames(
      db,
      page.data.map(({ account }) => account.owner),
    );
    return { ...page, data: page.data.map((row) => presentAccount(row, names)) };
  },
  'GET /v1/admin/ledger/accounts/:id': async ({ db, params, query, now }) => {
    const found = await findAccount(db, params.id);
    if (!found) throw new Refusal('not_found');
    const at = query.at === undefined ? now : new Date(query.at);
    const explained = await explainBalance(db, found.account, at, { entries: query.entries });
    const others = explained.entries.flatMap(({ against }) => against.map(({ owner }) => owner));
    const names = await ownerNames(db, [found.account.owner, ...others]);
    return { account: presentAccount(found, names), ...presentExplanation(explained, names) };
  },
  'GET /v1/admin/ledger/chain': async ({ db }) => {
    const [{ no, hash, sealed_at, unsealed }, check] = await Promise.all([chainState(db), lastCheck(db)]);
    return { seal: Number(no), hash, sealed_at, unsealed: Number(unsealed), check: check && presentCheck(check) };
  },
  'POST /v1/admin/ledger/check': async ({ db, actor, now }) => {
    const check = await checkLedger(db, now, actor.userId);
    await writeAudit(db, actor, 'ledger.check', 'ledger', { ok: check.ok, problems: check.report.problem_count });
    return presentCheck(check);
  },
});
