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
export { type Break, type BreakKind, type Reconciliation, reconcile } from './reconcile.ts';
export { addRefund, performRefund, type RefundInput, refundable, refundPayment } from './refund-payment.ts';
export { refundsOf } from './refund-queries.ts';
export { rehearseRefund } from './rehearse-refund.ts';
export { paymentRoutes } from './routes.ts';
export { settleDispute } from './settle-dispute.ts';
export {
  type Booking,
  ledgerSubjectOf,
  type PaymentSubject,
  type PaymentSubjects,
  registerPaymentSubjects,
} from './subjects.ts';
export { type Swept, sweepPayments } from './sweep.ts';
export { takePayment } from './take-payment.ts';
export { voidPayment } from './void-payment.ts';
