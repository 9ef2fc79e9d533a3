export { balanceAccount, recordBalancePayment, sourceOf } from './balance-payment.ts';
export { clientsOf } from './card-tries.ts';
export { capturedFor, presentInvoicePayment } from './invoice-payment.ts';
export type { Payment, PaymentOutcome, Refund } from './payment.ts';
export { PaymentRefusal } from './payment-refusal.ts';
export { type Point, points } from './points.ts';
export type { ChosenMethod, PaymentInput } from './prepare-payment.ts';
export { presentPayment } from './present.ts';
export { lockPayment, paymentById, paymentOfSubject } from './queries.ts';
export { reconcile } from './reconcile/reconcile.ts';
export { sweepPayments } from './reconcile/sweep.ts';
export { addRefund, performRefund, refundable, refundPayment } from './refunds/refund-payment.ts';
export { addToRefundDetail } from './refunds/refund-queries.ts';
export { dryRunRefund, refundHere } from './refunds/rehearse-refund.ts';
export { settleDispute } from './refunds/settle-dispute.ts';
export { paymentRoutes } from './routes.ts';
export {
  type Booking,
  ledgerSubjectOf,
  type PaymentSubject,
  type PaymentSubjects,
  registerPaymentSubjects,
} from './subjects.ts';
export { takePayment } from './take-payment.ts';
export { voidPayment } from './void-payment.ts';
