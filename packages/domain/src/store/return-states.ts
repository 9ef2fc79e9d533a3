import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg, t } from '../text/text.ts';
import { dayMs } from '../units/durations.ts';

/** From the request to send shipped items back to their refund, or its refusal. */
export const returnMachine = defineMachine({
  initial: 'requested',
  states: {
    requested: { label: 'Requested', tone: 'careful' },
    received: { label: 'Received', tone: 'careful' },
    accepted: { label: 'Refunded', tone: 'good' },
    refused: { label: 'Refused' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    receive: { label: 'Mark as received', from: ['requested'], to: 'received', who: ['staff'] },
    accept: {
      label: 'Accept and refund',
      from: ['received'],
      to: 'accepted',
      who: ['staff'],
      money: 'rev, tax → the payment; stock ← cogs',
    },
    refuse: { label: 'Refuse', from: ['requested', 'received'], to: 'refused', who: ['staff'] },
    cancel: { label: 'Cancel return', from: ['requested'], to: 'cancelled', who: ['buyer'] },
  },
});
export const returnStates = statesOf(returnMachine);
export type ReturnState = StateOf<typeof returnMachine>;

export const returnReasons = ['faulty', 'wrong', 'damaged', 'unwanted', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];
export const returnReasonNames: Readonly<Record<ReturnReason, string>> = {
  faulty: msg('It does not work'),
  wrong: msg('It is not what I ordered'),
  damaged: msg('It arrived damaged'),
  unwanted: msg('I no longer need it'),
  other: msg('Another reason'),
};

/** In which condition returned items go back to the stock, or whether they do. */
export const returnConditions = ['good', 'bad', 'none'] as const;
export type ReturnCondition = (typeof returnConditions)[number];

/** Days after delivery in which a buyer can request a return. */
const returnDays = 30;

/** Until when a return can be requested; null before the order has shipped. */
export function returnUntil(
  { shippedAt, deliveredAt }: { readonly shippedAt: Date | null; readonly deliveredAt: Date | null },
  deliveredAfterDays: number,
): Date | null {
  if (deliveredAt) return new Date(deliveredAt.getTime() + returnDays * dayMs);
  return shippedAt && new Date(shippedAt.getTime() + (deliveredAfterDays + returnDays) * dayMs);
}

const sentences: Readonly<Record<ReturnState, string>> = {
  requested: msg('Send the items to us. We e-mail you when they have been inspected.'),
  received: msg('We received the items and are inspecting them.'),
  accepted: msg('We accepted the return and refunded it.'),
  refused: msg('We did not accept this return.'),
  cancelled: msg('You cancelled this return.'),
};

/** Current state and next step, for the buyer. */
export const returnSentence = (state: ReturnState, isWithoutRefund: boolean): string =>
  state === 'accepted' && isWithoutRefund
    ? t('We accepted the return. There was nothing left to refund.')
    : t(sentences[state]);
