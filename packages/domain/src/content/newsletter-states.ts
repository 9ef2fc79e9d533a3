import { defineMachine, type EventOf, statesOf } from '../states/machine.ts';

export const newsletterMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Draft', hollow: true },
    scheduled: { label: 'Scheduled', tone: 'busy' },
    sending: { label: 'Sending', tone: 'accent' },
    paused: { label: 'Paused', tone: 'careful' },
    sent: { label: 'Sent', tone: 'good' },
  },
  events: {
    schedule: {
      label: 'Schedule newsletter',
      done: 'Scheduled',
      from: ['draft'],
      to: 'scheduled',
      who: ['staff'],
      guard: 'the send time is in the future',
    },
    unschedule: {
      label: 'Cancel schedule',
      done: 'Schedule cancelled',
      from: ['scheduled'],
      to: 'draft',
      who: ['staff'],
    },
    send: {
      label: 'Send now',
      done: 'Sending started',
      from: ['draft', 'scheduled'],
      to: 'sending',
      who: ['staff', 'system'],
    },
    pause: { label: 'Pause sending', done: 'Paused', from: ['sending'], to: 'paused', who: ['staff'] },
    resume: { label: 'Resume sending', done: 'Resumed', from: ['paused'], to: 'sending', who: ['staff'] },
    finish: { label: 'Finish', done: 'Sent to everyone', from: ['sending'], to: 'sent', who: ['system'] },
  },
});
export type NewsletterEvent = EventOf<typeof newsletterMachine>;
export const newsletterStates = statesOf(newsletterMachine);

/** Its text is public and no longer changes. */
export const isIssued = (state: string): boolean => state === 'sending' || state === 'paused' || state === 'sent';

export const subscriberMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { label: 'Not confirmed', hollow: true },
    confirmed: { label: 'Subscribed', tone: 'good' },
    unsubscribed: { label: 'Unsubscribed' },
    bounced: { label: 'Bounced', tone: 'bad' },
  },
  events: {
    // Subscribing again always needs a new confirmation.
    request: {
      label: 'Subscribe again',
      done: 'Requested again',
      from: ['unsubscribed', 'bounced'],
      to: 'pending',
      who: ['subscriber'],
    },
    confirm: {
      label: 'Confirm',
      done: 'Confirmed',
      from: ['pending', 'unsubscribed', 'bounced'],
      to: 'confirmed',
      who: ['subscriber'],
    },
    unsubscribe: {
      label: 'Unsubscribe',
      done: 'Unsubscribed',
      from: ['pending', 'confirmed', 'bounced'],
      to: 'unsubscribed',
      who: ['subscriber', 'staff'],
    },
    bounce: {
      label: 'Mark as bounced',
      done: 'Bounced',
      from: ['pending', 'confirmed'],
      to: 'bounced',
      who: ['system', 'staff'],
    },
  },
});
export const subscriberStates = statesOf(subscriberMachine);
export type SubscriberEvent = EventOf<typeof subscriberMachine>;

export const confirmDays = 7;
/** Temporary failures in a row after which an address counts as bounced. */
export const softBouncesMax = 3;
