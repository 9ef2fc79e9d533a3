import type { purchases } from '@tuneport/contract/purchases/purchases';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { tagCookieName } from '../../platform/http/cookies.ts';
import { fingerprintOf } from '../../platform/http/mount/idempotency.ts';
import { sendPdf } from '../../platform/pdf/send-pdf.ts';
import { Refusal } from '../../platform/refusal.ts';
import { noRecord } from '../../platform/secrets/secret-links.ts';
import { ownDealer, presentApproval } from '../dealers/index.ts';
import { hashToken } from '../identity/index.ts';
import { noteSaleVisitor } from '../settings/index.ts';
import { methodOf } from '../store/index.ts';
import { requestApproval } from './approvals/approve-purchase.ts';
import { buyTunes, type PurchaseInput } from './buy-tunes.ts';
import { purchaseInvoice } from './invoices/purchase-invoice.ts';
import { purchaseInvoicePdf } from './invoices/purchase-invoice-pdf.ts';
import { listInstallers } from './list-installers.ts';
import { presentBought, presentPurchase, presentPurchaseList } from './present-purchase.ts';
import { purchaseViewer } from './purchase-policy.ts';
import { listPurchases, readPurchase, readPurchaseByToken } from './purchase-queries.ts';
import { quotePurchase } from './quote-purchase.ts';

type Sent = {
  readonly estimate_hash: string;
  readonly total?: { amount: string; currency: string } | undefined;
  readonly disclaimer_hash?: string | undefined;
  readonly installer?: string | undefined;
  readonly vehicle?: string | undefined;
  readonly again: boolean;
  readonly credits: readonly number[];
};

const inputOf = (body: Sent, requestKey: string): Omit<PurchaseInput, 'tender'> => ({
  estimateHash: body.estimate_hash,
  // Includes the body, because a rejected key may be reused for another input.
  requestKey: fingerprintOf(requestKey, null, null, body).toString('hex'),
  total: body.total,
  disclaimerHash: body.disclaimer_hash,
  installer: body.installer,
  vehiclePath: body.vehicle,
  again: body.again,
  credits: body.credits,
});

export const purchaseRoutes = handlers<typeof purchases>({
  'POST /v1/catalog/quote': ({ platform, actor, region, now, body }) =>
    quotePurchase(platform, { actor: signedIn(actor), region, now }, body),
  'GET /v1/catalog/installers': ({ platform, actor, region, now, query }) =>
    listInstallers(platform, { actor: signedIn(actor), region, now }, query),
  'POST /v1/catalog/pay': async ({ db, platform, actor, region, now, body, requestKey, clientInfo }) => {
    const { billing, prepaid } = body;
    const tender = { kind: 'card' as const, billing, method: methodOf(body.method), prepaid };
    const buyer = { actor: signedIn(actor), region, now, tag: clientInfo.cookies[tagCookieName] };
    const bought = await buyTunes(platform, buyer, { ...inputOf(body, requestKey), tender });
    await noteSaleVisitor(platform, `purchase:${bought.purchase.id}`, clientInfo, now);
    return presentBought(db, bought);
  },
  'POST /v1/catalog/pay-later': async ({ db, platform, actor, region, now, body, requestKey, clientInfo }) => {
    const { dealer, card } = body;
    const method = methodOf(card?.method);
    const tender =
      card && method
        ? { kind: 'split' as const, dealer, card: { amount: card.amount, currency: card.currency }, method }
        : { kind: 'account' as const, dealer };
    const buyer = { actor: signedIn(actor), region, now, tag: clientInfo.cookies[tagCookieName] };
    const bought = await buyTunes(platform, buyer, { ...inputOf(body, requestKey), tender });
    await noteSaleVisitor(platform, `purchase:${bought.purchase.id}`, clientInfo, now);
    return presentBought(db, bought);
  },
  'POST /v1/catalog/request-approval': async ({ db, platform, actor, region, now, body, clientInfo }) => {
    const buyer = { actor: signedIn(actor), region, now, tag: clientInfo.cookies[tagCookieName] };
    const { requestKey: _, ...input } = inputOf(body, '');
    const { dealer, note } = body;
    const { approval, dealerId } = await requestApproval(db, platform, buyer, { ...input, dealer, note });
    return presentApproval(db, { dealer: await ownDealer(db, actor, dealerId), userId: actor.userId }, approval);
  },
  'GET /catalog-purchases': async ({ db, actor, query: { customer, dealer, ...query } }) => {
    const viewer = purchaseViewer(signedIn(actor));
    const isNamed = customer !== undefined || dealer !== undefined;
    if (isNamed && !viewer.staff) throw new Refusal('forbidden');
    return presentPurchaseList(db, await listPurchases(db, isNamed ? { customer, dealer } : viewer, query));
  },
  'GET /catalog-purchases/:id': async ({ db, actor, params }) => {
    const purchase = await readPurchase(db, params.id, purchaseViewer(signedIn(actor)));
    if (!purchase) throw new Refusal('not_found');
    return presentPurchase(db, purchase);
  },
  'GET /catalog-purchases/:id/invoice': async ({ db, platform, actor, params }) =>
    purchaseInvoice(db, platform, await readPurchase(db, params.id, purchaseViewer(signedIn(actor)))),
  'GET /catalog-purchases/:id/invoice/pdf': async ({ db, platform, actor, params }) => {
    const purchase = await readPurchase(db, params.id, purchaseViewer(signedIn(actor)));
    return sendPdf(await purchaseInvoicePdf(await purchaseInvoice(db, platform, purchase)));
  },
  'GET /catalog-purchases/:id/:token/invoice': async ({ db, platform, params }) => {
    const tokenHash = hashToken(params.token);
    const purchase = await readPurchaseByToken(db, params.id, tokenHash);
    if (!purchase) throw await noRecord(db, 'purchase', params.id, tokenHash);
    return purchaseInvoice(db, platform, purchase);
  },
});
