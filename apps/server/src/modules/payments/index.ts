export { balanceAccount, recordBalancePayment, sourceOf } from './balance-payment.ts';
export { capturePayment } from './capture-payment.ts';
export { cardTriesMax, clientsOf, clientTriesAnHourMax } from './card-tries.ts';
export type { Attempt, Payer, Payment, PaymentOutcome, Prepared, Refund } from './payment.ts';
export { PaymentRefusal } from './payment-refusal.ts';
export { performPayment } from './perform-payment.ts';
export { type Point, points } from './points.ts';
export { type ChosenMethod, type PaymentInput, preparePayment } from './prepare-payment.ts';
export { presentPayment } from './present.ts';
export { lockPayment, paymentById, paymentOfSubject } from './queries.ts';
export { type Break, type BreakKind, type Reconciliation, reconcile } from './reconcile/reconcile.ts';
export { type Swept, sweepPayments } from './reconcile/sweep.ts';
export { addRefund, performRefund, type RefundInput, refundable, refundPayment } from './refunds/refund-payment.ts';
export { refundsOf } from './refunds/refund-queries.ts';
export { refundHere, rehearseRefund } from './refunds/rehearse-refund.ts';
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
