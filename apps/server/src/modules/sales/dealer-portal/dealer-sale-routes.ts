import type { dealerSales } from '@tuneport/contract/dealers/dealer-sales';
import type { SignedInActor } from '../../../platform/actor.ts';
import { signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { sendPdf } from '../../../platform/pdf/send-pdf.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import {
  createCreditCode,
  dealInvoicePdf,
  giveCredits,
  listCreditCodes,
  markSeen,
  offeredDeal,
  payDeal,
  presentCode,
  presentCreditsOf,
  presentOffer,
  publishedDeals,
  readDealInvoice,
  withdrawCreditCode,
} from '../../credits/index.ts';
import { type OwnDealer, ownDealer } from '../../dealers/index.ts';
import { presentPayment } from '../../payments/index.ts';
import { listToolOrders, methodOf, presentListedOrder, readDealerInvoice } from '../../store/index.ts';
import { listInvoicesOf } from '../invoices/list-invoices.ts';

/** Only its members spend and give what a dealer has; staff read. */
async function memberDealer(db: Db, actor: SignedInActor, ref: number | string): Promise<OwnDealer> {
  const dealer = await ownDealer(db, actor, ref);
  if (!dealer.membership) throw new Refusal('not_found');
  return dealer;
}
const owns = (dealer: OwnDealer) => ({ userId: null, dealerIds: [dealer.id] });

async function invoiceOf(db: Db, platform: Platform, dealer: OwnDealer, id: number | undefined) {
  if (id === undefined) throw new Refusal('not_found');
  return readDealerInvoice(db, platform, dealer.id, id);
}

export const dealerSaleRoutes = handlers<typeof dealerSales>({
  'GET /v1/dealers/:id/credit-deals': async ({ db, platform, actor, params, now }) =>
    Promise.all(
      (await publishedDeals(db, (await ownDealer(db, actor, params.id)).id, now)).map((deal) =>
        presentOffer({ ...platform, db }, deal),
      ),
    ),
  'GET /v1/dealers/:id/credit-deals/:uuid': async ({ db, platform, actor, params, now }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const deal = await offeredDeal(db, dealer.id, params.uuid, now);
    if (dealer.membership && deal.state === 'published') await markSeen(db, deal.id, now);
    return presentOffer({ ...platform, db }, deal);
  },
  'POST /v1/dealers/:id/credit-deals/:uuid/payment': async ({ db, platform, actor, params, body, now }) => {
    const dealer = await memberDealer(db, signedIn(actor), params.id);
    const method = methodOf(body.method) ?? undefined;
    const { deal, outcome } = await payDeal(db, platform, actor, dealer, params.uuid, method, now);
    return { deal: await presentOffer(platform, deal), payment: outcome && presentPayment(outcome) };
  },
  'GET /v1/dealers/:id/tune-credits': async ({ db, actor, params, now }) =>
    presentCreditsOf(db, `dealer:${(await ownDealer(db, actor, params.id)).id}`, now),
  'POST /v1/dealers/:id/tune-credits': async ({ db, platform, actor, params, body, now }) => {
    const user = signedIn(actor);
    const dealer = await memberDealer(db, user, params.id);
    const given = await giveCredits(db, platform.config.publicOrigin, {
      dealerId: dealer.id,
      kind: body.kind,
      units: body.amount,
      recipient: body.recipient,
      note: body.note,
      actorId: user.userId,
      now,
    });
    await writeAudit(db, actor, 'dealers.give-credits', `dealer:${dealer.id}`, {
      kind: body.kind,
      units: body.amount,
      recipient: body.recipient,
    });
    return { given: 'code' in given ? ('by_code' as const) : ('now' as const), units: body.amount };
  },
  'GET /v1/dealers/:id/tune-credit-codes': async ({ db, actor, params, query }) => {
    const page = await listCreditCodes(db, { ...query, dealerId: (await ownDealer(db, actor, params.id)).id });
    return { ...page, data: page.data.map(presentCode) };
  },
  'POST /v1/dealers/:id/tune-credit-codes': async ({ db, platform, actor, params, body, now }) => {
    const user = signedIn(actor);
    const dealer = await memberDealer(db, user, params.id);
    const { publicOrigin } = platform.config;
    const { row, code } = await createCreditCode(db, publicOrigin, {
      kind: body.kind,
      units: body.amount,
      dealerId: dealer.id,
      recipient: body.recipient === '' ? undefined : body.recipient,
      note: body.note,
      actorId: user.userId,
      now,
    });
    await writeAudit(db, actor, 'credit-codes.create', `credit-code:${row.id}`, {
      kind: body.kind,
      units: body.amount,
    });
    return { ...presentCode(row), code, link: `${publicOrigin}/tcc/${code}` };
  },
  'DELETE /v1/dealers/:id/tune-credit-codes/:codeId': async ({ db, actor, params, now }) => {
    const dealer = await memberDealer(db, signedIn(actor), params.id);
    await withdrawCreditCode(db, { id: params.codeId, dealerId: dealer.id, now });
    await writeAudit(db, actor, 'credit-codes.withdraw', `credit-code:${params.codeId}`);
  },
  'GET /v1/dealers/:id/fz-orders': async ({ db, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const page = await listToolOrders(db, owns(dealer), query.type ?? null, query.page);
    return { ...page, data: page.data.map(presentListedOrder) };
  },
  'GET /v1/dealers/:id/invoices': async ({ db, actor, params, query }) =>
    listInvoicesOf(db, owns(await ownDealer(db, actor, params.id)), query.page),
  'GET /v1/dealers/:id/invoices/:invoiceId': async ({ db, platform, actor, params }) =>
    invoiceOf(db, platform, await ownDealer(db, actor, params.id), params.invoiceId),
  'GET /v1/dealers/:id/deal-invoices/:dealId': async ({ db, platform, actor, params }) =>
    readDealInvoice(db, platform, (await ownDealer(db, actor, params.id)).id, params.dealId),
  'GET /v1/dealers/:id/deal-invoices/:dealId/pdf': async ({ db, platform, actor, params }) =>
    sendPdf(
      await dealInvoicePdf(
        await readDealInvoice(db, platform, (await ownDealer(db, actor, params.id)).id, params.dealId),
      ),
    ),
  'GET /v1/dealers/:id/snapshot': async ({ db, platform, actor, params, query }) =>
    invoiceOf(db, platform, await ownDealer(db, actor, params.id), query.order),
});
