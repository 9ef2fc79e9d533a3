import type { tuningRequestPurchases } from '@tuneport/contract/tuning/tuning-request-purchases';
import { signedIn } from '../../../../platform/actor.ts';
import { type Context, handlers } from '../../../../platform/http/context.ts';
import { tagCookieName } from '../../../../platform/http/cookies.ts';
import { fingerprintOf } from '../../../../platform/http/mount/idempotency.ts';
import { ownDealer, presentApproval } from '../../../dealers/index.ts';
import { presentBought, type Tender } from '../../../purchases/index.ts';
import { noteSaleVisitor } from '../../../settings/index.ts';
import { methodOf } from '../../../store/index.ts';
import { installersFor } from '../installers.ts';
import { linkRequest } from '../link-request.ts';
import { presentRequest } from '../present-request.ts';
import { readForCustomer } from '../read-request.ts';
import { viewerOf } from '../request-policy.ts';
import {
  applyCredits,
  askForRequest,
  buyRequest,
  estimateRequest,
  type PayRequest,
  requireFree,
} from './buy-request.ts';

type Paying = Context & { readonly params: { readonly id: number }; readonly body: PayRequest };

async function pay({ db, platform, actor, now, params, body, clientInfo, requestKey: key }: Paying, tender: Tender) {
  const requestKey = fingerprintOf(key, null, null, body).toString('hex');
  const call = { actor: signedIn(actor), now, tag: clientInfo.cookies[tagCookieName] };
  const bought = await buyRequest(platform, call, params.id, body, { tender, requestKey });
  await noteSaleVisitor(platform, `purchase:${bought.purchase.id}`, clientInfo, now);
  return presentBought(db, bought);
}

export const tuningRequestPurchaseRoutes = handlers<typeof tuningRequestPurchases>({
  'POST /v1/tune-requests/:id/estimate': ({ platform, actor, now, chosenCurrency, params, body }) =>
    estimateRequest(platform, { actor: signedIn(actor), now }, params.id, {
      ...body,
      currency: body.currency ?? chosenCurrency,
    }),
  'POST /tune-credits/apply': ({ platform, actor, now, body }) =>
    applyCredits(platform, { actor: signedIn(actor), now }, body.request_id, body.credit_ids),
  'POST /v1/tune-requests/:id/pay': (context) => {
    const { billing, method, prepaid } = context.body;
    return pay(context, { kind: 'card', billing, method: methodOf(method), prepaid });
  },
  'POST /v1/tune-requests/:id/pay-later': (context) => {
    const { dealer, card } = context.body;
    const method = methodOf(card?.method);
    return pay(
      context,
      card && method
        ? { kind: 'split', dealer, card: { amount: card.amount, currency: card.currency }, method }
        : { kind: 'account', dealer },
    );
  },
  'POST /v1/tune-requests/:id/request-approval': async ({ db, platform, actor, now, params, body, clientInfo }) => {
    const call = { actor: signedIn(actor), now, tag: clientInfo.cookies[tagCookieName] };
    const { approval, dealerId } = await askForRequest(db, platform, call, params.id, body);
    return presentApproval(db, { dealer: await ownDealer(db, actor, dealerId), userId: actor.userId }, approval);
  },
  'POST /v1/tune-requests/:id/free': async (context) => {
    const { platform, actor, now, params, body } = context;
    const { billing, estimate_hash } = body;
    const { country_code, state } = billing;
    await requireFree(platform, { actor: signedIn(actor), now }, params.id, { estimate_hash, country_code, state });
    return pay(context, { kind: 'card', billing, method: null });
  },
  'POST /v1/tune-requests/:id/link-purchase': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readForCustomer(db, actor, params.id, 'lock');
    return presentRequest(db, await linkRequest(context, request, signedIn(actor), body.purchase_id), viewerOf(actor));
  },
  'GET /v1/tune-requests/:id/dealers': async ({ db, actor, params, query }) => ({
    data: await installersFor(db, await readForCustomer(db, actor, params.id), query.near),
  }),
});
