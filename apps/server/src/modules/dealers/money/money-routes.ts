import type { dealerMoney } from '@tuneport/contract/dealers/dealer-money';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { type Currency, currencyCodes } from '@tuneport/domain/money/money';
import { midnightAfter, midnightIn } from '@tuneport/domain/support/wall-clock';
import { handlers } from '../../../platform/http/context.ts';
import { sendPdf } from '../../../platform/pdf/send-pdf.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import {
  bankAccountOf,
  presentPayoutOf,
  presentPayouts,
  presentRunOf,
  remittancePdf,
  setBankAccount,
} from '../../ledger/index.ts';
import { presentPayment } from '../../payments/index.ts';
import { companyZone } from '../../settings/index.ts';
import { ownDealer } from '../portal/own-dealer.ts';
import { listEntries, presentBalances } from './balance.ts';
import { payBalance, recordTransfer } from './pay-balance.ts';
import { statementPdf } from './statement-pdf.ts';
import { listStatements, rangeStatement, readStatement, verifyStatement } from './statements.ts';

const earner = (id: number): EarningOwner => `dealer:${id}`;

function currencyOf(text: string | undefined, fallback: Currency): Currency {
  if (text === undefined) return fallback;
  const currency = currencyCodes.find((code) => code === text);
  if (!currency) throw fieldRefusal({ currency: ['Unknown currency.'] });
  return currency;
}

export const dealerMoneyRoutes = handlers<typeof dealerMoney>({
  'GET /v1/dealers/:id/balance': async ({ db, actor, params, now }) =>
    presentBalances(db, await ownDealer(db, actor, params.id), now),
  'GET /v1/dealers/:id/entries': async ({ db, platform, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const zone = await companyZone(platform);
    return listEntries(db, dealer, currencyOf(query.currency, dealer.currency), {
      page: query.page,
      from: query.from === undefined ? undefined : midnightIn(query.from, zone),
      to: query.to === undefined ? undefined : midnightAfter(query.to, zone),
    });
  },
  'GET /v1/dealers/:id/transfers': async ({ db, actor, params, query }) =>
    presentPayouts(db, earner((await ownDealer(db, actor, params.id)).id), query),
  'GET /v1/dealers/:id/transfers/:transfer': async ({ db, actor, params }) =>
    presentPayoutOf(db, earner((await ownDealer(db, actor, params.id)).id), params.transfer),
  'GET /v1/dealers/:id/transfers/:transfer/pdf': async ({ db, platform, actor, params }) =>
    sendPdf(await remittancePdf(platform, earner((await ownDealer(db, actor, params.id)).id), params.transfer)),
  'GET /v1/dealers/:id/bank-account': async ({ db, actor, params }) => {
    const { id, membership } = await ownDealer(db, actor, params.id);
    return { account: await bankAccountOf(db, earner(id)), may_change: membership?.kind === 'manager' };
  },
  'PUT /v1/dealers/:id/bank-account': async ({ db, platform, actor, params, body, now }) => {
    const dealer = await ownDealer(db, actor, params.id, 'manage');
    if (dealer.membership?.kind !== 'manager') throw new Refusal('not_found');
    return setBankAccount(db, platform, actor, earner(dealer.id), body, now);
  },
  'GET /v1/dealers/:id/transfer-groups/:transfer': async ({ db, actor, params }) =>
    presentRunOf(db, earner((await ownDealer(db, actor, params.id)).id), params.transfer),
  'POST /v1/dealers/:id/payment': async ({ db, platform, actor, params, body, requestKey, now }) => {
    const { token, payment_method_id, keep } = body.method;
    const method =
      payment_method_id === undefined ? { token: token ?? '', keep } : { storedMethodId: payment_method_id };
    return presentPayment(await payBalance(db, platform, actor, params.id, { ...body, method, requestKey }, now));
  },
  'POST /v1/admin/dealers/:id/payments': ({ db, platform, actor, params, body, requestKey, now }) =>
    recordTransfer(db, platform, actor, params.id, { ...body, requestKey }, now),
  'GET /v1/dealers/:id/statements': async ({ db, actor, params, query }) =>
    listStatements(db, (await ownDealer(db, actor, params.id)).id, query.page),
  'GET /v1/dealers/:id/statements/range': async ({ db, platform, actor, params, query, now }) =>
    rangeStatement(db, platform, await ownDealer(db, actor, params.id), query, now),
  'GET /v1/dealers/:id/statements/range/pdf': async ({ db, platform, actor, params, query, now }) => {
    const statement = await rangeStatement(db, platform, await ownDealer(db, actor, params.id), query, now);
    return sendPdf(await statementPdf(statement, platform.config.publicOrigin));
  },
  'GET /v1/dealers/:id/statements/:statementId/pdf': async ({ db, platform, actor, params }) => {
    const statement = await readStatement(db, (await ownDealer(db, actor, params.id)).id, params.statementId);
    return sendPdf(await statementPdf(statement, platform.config.publicOrigin));
  },
  'GET /v1/dealers/:id/statements/:statementId': async ({ db, actor, params }) =>
    readStatement(db, (await ownDealer(db, actor, params.id)).id, params.statementId),
  'GET /statements/:hash/verify': ({ db, params }) => verifyStatement(db, params.hash),
});
