export { creditNoteRoutes } from './credit-notes/credit-note-routes.ts';
export { dealerSaleRoutes } from './dealer-portal/dealer-sale-routes.ts';
export { invoiceRoutes } from './invoices/invoice-routes.ts';
export { ownInvoicePdfs } from './invoices/own-invoices.ts';
export { refundOrder } from './transactions/refund-order.ts';
export { transactionRoutes } from './transactions/transaction-routes.ts';
