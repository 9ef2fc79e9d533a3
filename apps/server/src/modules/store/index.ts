export { orderTotalNow, placeApprovedOrder } from './approvals/order-approval.ts';
export { requesterOf } from './approvals/requester.ts';
export { storeCodeRoutes } from './codes/code-routes.ts';
export {
  type CreditedSale,
  creditNoteById,
  creditNotesOf,
  presentListedNote,
} from './credit-notes/credit-note-queries.ts';
export {
  type CreditedLine,
  cancelTransferCreditNote,
  issueDealCreditNote,
  issueRefundCreditNote,
  issueTransferCreditNote,
} from './credit-notes/issue-credit-note.ts';
export {
  dueSums,
  isNotZero,
  numberWithBrand,
  paidSums,
  renderInvoice,
  sumRow,
  taxesAbove,
  taxesBelow,
  taxNotes,
} from './invoices/invoice-layout.ts';
export { invoicePdf } from './invoices/invoice-pdf.ts';
export {
  linkViewer,
  readDealerInvoice,
  readInvoiceByLink,
  readOwnInvoice,
  readPersonalInvoice,
} from './invoices/read-invoice.ts';
export { lockLicence, lockOfRequest, releaseLicence } from './licences/licence-locks.ts';
export { storeLinkRenewals } from './link-renewals.ts';
export { storeMailSamples } from './mail-samples.ts';
export { affiliateRule } from './orders/affiliate-rule.ts';
export { cancelRefunded } from './orders/cancel-order.ts';
export { orderJobs, orderSchedules } from './orders/end-order.ts';
export { buyerNames, buyerOfOrder } from './orders/order-buyer.ts';
export { orderEarnings } from './orders/order-earnings.ts';
export { creditNoteSentence, invoiceSentence, refundSentence } from './orders/order-mails.ts';
export { viewerOf } from './orders/order-policy.ts';
export {
  listOrders,
  listToolOrders,
  moneyLeft,
  type OrderViewer,
  orderById,
  orderTotals,
  readOrder,
} from './orders/order-queries.ts';
export type { AppliedDiscount, OrderRecord } from './orders/order-record.ts';
export { storeOrderRoutes } from './orders/order-routes.ts';
export { payOrder } from './orders/pay-order.ts';
export { placeOrder } from './orders/place-order.ts';
export { presentListedOrder, presentOrder, presentTerms } from './orders/present-order.ts';
export { methodOf } from './orders/present-paid.ts';
export { requireWithinLimit } from './orders/refunds/refund-limit.ts';
export { orderAccountSubject, orderSubject } from './orders/settle-order.ts';
export { type Parcel, type ShippedBy, setOrderTracking, shipOrder } from './orders/staff/ship-order.ts';
export { storeStaffOrderRoutes } from './orders/staff/staff-order-routes.ts';
export { cancelStaffOrder, stepStaffOrder } from './orders/staff/staff-orders.ts';
export { encodePicture, storePicture } from './pictures/encode-picture.ts';
export { sendPicture } from './pictures/send-picture.ts';
export { placeRoutes } from './places/place-routes.ts';
export { findProducts } from './products/find-products.ts';
export { storeProductAdminRoutes } from './products/product-admin-routes.ts';
export { productListOf } from './products/product-cache.ts';
export { storeProductRoutes } from './products/product-routes.ts';
export { createProduct } from './products/save-product.ts';
export { decideRental } from './rentals/end-rental.ts';
export { payDeposit, rentalSubject, requireShippedRental } from './rentals/pay-deposit.ts';
export { rentalRestSubject } from './rentals/pay-rest.ts';
export { presentRental } from './rentals/present-rental.ts';
export { buyerOfRental, rentalById } from './rentals/rental-queries.ts';
export { rentalAdminRoutes, rentalRoutes } from './rentals/rental-routes.ts';
export { rentalJobs, rentalSchedules } from './rentals/watch-rentals.ts';
export { storeReturnAdminRoutes, storeReturnRoutes } from './returns/return-routes.ts';
export { readShippingTable, readTaxTable, saveShippingTable, saveTaxTable } from './shipping/save-tables.ts';
export { storeShippingRoutes } from './shipping/shipping-routes.ts';
export { tablesOf } from './shipping/table-cache.ts';
export { type SaleTaxes, saleTaxes, type TaxPlace } from './shipping/tax-terms.ts';
export { defaultLowStock, isLowStock } from './stock/low-stock.ts';
export { stockAdminRoutes } from './stock/stock-routes.ts';
export { storeTableRoutes } from './tables/table-routes.ts';
export {
  accountOf,
  type Balance,
  balanceRefusal,
  dealerAccountFor,
  prepaidFor,
  readPart,
  requireCurrency,
  requirePricedFor,
} from './tenders/balance-tender.ts';
export { balanceRoutes } from './tenders/list-balances.ts';
export { storeToolOrderRoutes } from './tool-orders/tool-order-routes.ts';
export { acceptOffer, declineOffer, shipTradeIn } from './trade-ins/answer-trade-in.ts';
export { decideTradeIn } from './trade-ins/decide-trade-in.ts';
export { tradeInJobs, tradeInSchedules } from './trade-ins/expire-trade-ins.ts';
export { submitTradeIn } from './trade-ins/submit-trade-in.ts';
export { tradeInAdminRoutes, tradeInRoutes } from './trade-ins/trade-in-routes.ts';
