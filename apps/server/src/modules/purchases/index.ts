export { purchaseApprovalRoutes } from './approvals/approval-routes.ts';
export { requestApproval } from './approvals/approve-purchase.ts';
export {
  type Bought,
  buyTunes,
  disclaimerHash,
  installerFor,
  type PurchaseInput,
  payByCard,
  requireNotSoldAsCredits,
  type Tender,
} from './buy-tunes.ts';
export { deliverPurchase } from './deliver-purchase.ts';
export { tuneSaleRoutes } from './earnings/list-tune-sales.ts';
export { purchaseEarnings } from './earnings/purchase-earnings.ts';
export { cancelFailedPurchase, endPurchase, expirePurchases, purchaseJobs, purchaseSchedules } from './end-purchase.ts';
export { purchaseInvoice } from './invoices/purchase-invoice.ts';
export { purchaseInvoicePdf } from './invoices/purchase-invoice-pdf.ts';
export { linkPurchase } from './link-purchase.ts';
export { purchaseMailSamples } from './mail-samples.ts';
export { holdValue, moveValueBack, moveValueOut, type PaidValue, paidValue } from './moved-value.ts';
export { type PurchasePlan, payDifferenceHere, payTransferPurchase, placeTransferPurchase } from './place-purchase.ts';
export { presentBought, presentPurchase, presentPurchaseList } from './present-purchase.ts';
export { type Buyer, priceEstimate, vehicleOf } from './price-purchase.ts';
export { purchaseAdminRoutes } from './purchase-admin-routes.ts';
export { followPurchases, type PurchaseFollower, requireRefundable } from './purchase-followers.ts';
export { sendPurchaseRefunded } from './purchase-mails.ts';
export { purchaseUser, purchaseViewer } from './purchase-policy.ts';
export {
  buyerOfPurchase,
  listPurchases,
  lockPurchase,
  lockPurchaseOfRequest,
  movePurchases,
  purchaseById,
  purchaseOfRequest,
  readPurchase,
  readPurchaseByToken,
  usedOwnCode,
} from './purchase-queries.ts';
export { accountSubject, balanceOfPurchase, cardSubject, type Purchase } from './purchase-record.ts';
export { purchaseRoutes } from './purchase-routes.ts';
export { estimateWithCredits, quotePurchase } from './quote-purchase.ts';
export { refundFree } from './refunds/refund-free.ts';
export { refundCredits } from './refunds/refund-purchase.ts';
export { moneyBackOf, purchaseMoneyLeft, returnedAmounts } from './refunds/returned-amounts.ts';
export { purchaseLinkRenewal } from './renew-purchase-link.ts';
export { purchaseAccountSubject, purchaseSubject } from './settle-purchase.ts';
