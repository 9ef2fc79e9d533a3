export { storeCodeRoutes } from './codes/code-routes.ts';
export { storeCreditNoteRoutes } from './credit-notes/credit-note-routes.ts';
// Tune credits: routes, and what the dealer portal needs.
export { createCreditCode } from './credits/create-code.ts';
export { tuneCreditAdminRoutes, tuneCreditRoutes } from './credits/credit-routes.ts';
export { withdrawCreditCode } from './credits/end-code.ts';
export { creditJobs, creditSchedules, maintainCredits } from './credits/expire-credits.ts';
export { giveCredits } from './credits/give-credits.ts';
export { grantCredits, ownerNamed as creditOwnerNamed } from './credits/grant-credits.ts';
export { issueCredits } from './credits/issue-credits.ts';
export { purchaseApprovalRoutes } from './dealer-portal/approval-routes.ts';
export { dealerSaleRoutes } from './dealer-portal/dealer-sale-routes.ts';
export { creditDealSubject } from './dealer-portal/pay-deal.ts';
export { storeInvoiceRoutes } from './invoices/invoice-routes.ts';
export { ownInvoicePdfs } from './invoices/own-invoices.ts';
export { lockLicence, lockOfRequest, releaseLicence } from './licences/licence-locks.ts';
export { storeLinkRenewals } from './link-renewals.ts';
export { storeMailSamples } from './mail-samples.ts';
export { orderJobs, orderSchedules } from './orders/end-order.ts';
export { orderEarnings } from './orders/order-earnings.ts';
export { listOrders } from './orders/order-queries.ts';
export { storeOrderRoutes } from './orders/order-routes.ts';
export { payOrder } from './orders/pay-order.ts';
export { placeOrder } from './orders/place-order.ts';
export { methodOf } from './orders/present-paid.ts';
export { orderAccountSubject, orderSubject } from './orders/settle-order.ts';
// Pictures of other areas go through the same encoder.
export { encodePicture, storePicture } from './pictures/encode-picture.ts';
export { sendPicture } from './pictures/send-picture.ts';
export { placeRoutes } from './places/place-routes.ts';
export { findProducts } from './products/find-products.ts';
export { storeProductAdminRoutes } from './products/product-admin-routes.ts';
export { type ProductList, productListOf } from './products/product-cache.ts';
export { storeProductRoutes } from './products/product-routes.ts';
export { createProduct } from './products/save-product.ts';
// Purchases of tunes: from the catalogue, and from the tuning area for its requests.
export { requestApproval } from './purchases/approve-purchase.ts';
export {
  type Bought,
  buyTunes,
  disclaimerHash,
  installerFor,
  type PurchaseInput,
  payByCard,
  requireNotSoldAsCredits,
  type Tender,
} from './purchases/buy-tunes.ts';
export { deliverPurchase } from './purchases/deliver-purchase.ts';
export { endPurchase, expirePurchases, giveUpTry, purchaseJobs, purchaseSchedules } from './purchases/end-purchase.ts';
export { linkPurchase } from './purchases/link-purchase.ts';
export { storeTuneSaleRoutes } from './purchases/list-tune-sales.ts';
export { holdValue, moveValueBack, moveValueOut, type PaidValue, paidValue } from './purchases/moved-value.ts';
export {
  type PurchasePlan,
  payDifferenceHere,
  payTransferPurchase,
  placeTransferPurchase,
} from './purchases/place-purchase.ts';
export { presentBought } from './purchases/present-purchase.ts';
export { type Buyer, priceEstimate, vehicleOf } from './purchases/price-purchase.ts';
export { purchaseEarnings } from './purchases/purchase-earnings.ts';
export { followPurchases, type PurchaseFollower } from './purchases/purchase-followers.ts';
export { purchaseUser } from './purchases/purchase-policy.ts';
export {
  lockPurchase,
  lockPurchaseOfRequest,
  moneyBackOf,
  movePurchases,
  purchaseById,
  purchaseOfRequest,
  returnedAmounts,
  usedOwnCode,
} from './purchases/purchase-queries.ts';
export { accountSubject, balanceOfPurchase, cardSubject, type Purchase } from './purchases/purchase-record.ts';
export { storePurchaseRoutes } from './purchases/purchase-routes.ts';
export { estimateWithCredits, quotePurchase } from './purchases/quote-purchase.ts';
export { refundFree } from './purchases/refund-free.ts';
export { purchaseAccountSubject, purchaseSubject, refundCredits } from './purchases/settle-purchase.ts';
export { decideRental } from './rentals/end-rental.ts';
export { payDeposit, rentalSubject } from './rentals/pay-deposit.ts';
export { rentalRestSubject } from './rentals/pay-rest.ts';
export { rentalAdminRoutes, rentalRoutes } from './rentals/rental-routes.ts';
export { rentalJobs, rentalSchedules } from './rentals/watch-rentals.ts';
export { storeReturnAdminRoutes, storeReturnRoutes } from './returns/return-routes.ts';
export { readShippingTable, readTaxTable, saveShippingTable, saveTaxTable } from './shipping/save-tables.ts';
export { storeShippingRoutes } from './shipping/shipping-routes.ts';
export { defaultLowStock, isLowStock } from './stock/low-stock.ts';
export { stockAdminRoutes } from './stock/stock-routes.ts';
export { storeTableRoutes } from './tables/table-routes.ts';
export { balanceRefusal, dealerAccountFor, prepaidFor, requireCurrency } from './tenders/balance-tender.ts';
export { balanceRoutes } from './tenders/list-balances.ts';
export { storeToolOrderRoutes } from './tool-orders/tool-order-routes.ts';
export { acceptOffer, declineOffer, shipTradeIn } from './trade-ins/answer-trade-in.ts';
export { decideTradeIn } from './trade-ins/decide-trade-in.ts';
export { tradeInJobs, tradeInSchedules } from './trade-ins/expire-trade-ins.ts';
export { submitTradeIn } from './trade-ins/submit-trade-in.ts';
export { tradeInAdminRoutes, tradeInRoutes } from './trade-ins/trade-in-routes.ts';
export { refundOrder } from './transactions/refund-order.ts';
export { shipOrder } from './transactions/ship-order.ts';
export { cancelStaffOrder, stepStaffOrder } from './transactions/staff-orders.ts';
export { storeStaffOrderRoutes, storeTransactionRoutes } from './transactions/transaction-routes.ts';
