import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** Changes a webhook can be notified of. The database queues them (`sql/functions/webhooks`). */
export const webhookEvents = {
  'tune_request.state_changed': msg('A tune request changes its state'),
  'order.paid': msg('An order is paid'),
  'order.shipped': msg('An order ships, in whole or in part'),
  'order.cancelled': msg('An order is cancelled'),
  'ticket.replied': msg('We reply to a ticket'),
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** A notification of one webhook, from the change to the receiver's answer. */
export const webhookDeliveryMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { label: msg('Waiting'), tone: 'busy' },
    delivered: { label: msg('Delivered'), tone: 'good' },
    failed: { label: msg('Failed'), tone: 'bad' },
  },
  events: {
    deliver: { label: 'Deliver', from: ['pending'], to: 'delivered', who: ['system'] },
    fail: { label: 'Give up', from: ['pending'], to: 'failed', who: ['system'] },
  },
});
export type WebhookDeliveryState = StateOf<typeof webhookDeliveryMachine>;
export const webhookDeliveryStates = statesOf(webhookDeliveryMachine);

export const webhooksMax = 5;
/** Pauses between the attempts, in seconds; after the last one the delivery has failed. */
export const webhookPausesS = [60, 300, 1_800, 7_200, 21_600, 86_400] as const;
/** Deliveries in a row that fail for good before a webhook is paused. */
export const webhookFailuresMax = 10;
/** Both secrets sign for this long after a rotation. */
export const webhookRotationHours = 24;
/** How long the log keeps a delivery. */
export const webhookLogDays = 30;
export const webhookSecretStart = 'whsec_';
