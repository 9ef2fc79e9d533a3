import { type ActorOf, defineMachine, type EventOf, isFinal, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

const notPerformed = ['old_locked', 'new_set', 'awaiting_difference', 'needs_attention'] as const;

/** Moves the value paid for one tune request to another one of the same customer. */
export const valueTransferMachine = defineMachine({
  initial: 'requested',
  states: {
    requested: { label: 'Requested', tone: 'careful' },
    approved: { label: 'Approved', tone: 'busy' },
    old_locked: { label: 'Old request locked', tone: 'busy' },
    new_set: { label: 'Value reserved', tone: 'busy' },
    awaiting_difference: { label: 'Awaiting payment', tone: 'careful' },
    performed: { label: 'Performed', tone: 'good' },
    rejected: { label: 'Declined' },
    cancelled: { label: 'Cancelled', hollow: true },
    needs_attention: { label: 'Needs attention', tone: 'bad' },
    reversed: { label: 'Undone' },
  },
  events: {
    approve: { label: 'Approve', done: 'Approved', from: ['requested'], to: 'approved', who: ['staff'] },
    'ask-evidence': {
      label: 'Ask for evidence',
      done: 'Evidence requested',
      from: ['requested'],
      to: 'requested',
      who: ['staff'],
      reason: true,
    },
    'add-evidence': {
      label: 'Add evidence',
      done: 'Evidence added',
      from: ['requested'],
      to: 'requested',
      who: ['customer', 'staff'],
    },
    reject: {
      label: 'Decline',
      done: 'Declined',
      from: ['requested'],
      to: 'rejected',
      who: ['staff'],
      reason: true,
    },
    // The old request works again and what was reserved is released.
    cancel: {
      label: 'Cancel transfer',
      done: 'Cancelled',
      from: ['requested', 'approved', ...notPerformed],
      to: 'cancelled',
      who: ['staff'],
      reason: true,
    },
    withdraw: {
      label: 'Withdraw',
      done: 'Withdrawn by the customer',
      from: ['requested', 'approved'],
      to: 'cancelled',
      who: ['customer'],
    },
    'lock-old': {
      label: 'Lock old request',
      done: 'Old request locked',
      from: ['approved', 'needs_attention'],
      to: 'old_locked',
      who: ['staff', 'system'],
    },
    'set-new': {
      label: 'Reserve value',
      done: 'Value reserved for the new request',
      from: ['old_locked'],
      to: 'new_set',
      who: ['staff', 'system'],
      money: 'hold: rev, tax → vt.clear',
    },
    perform: {
      label: 'Perform',
      done: 'Value moved',
      from: ['new_set'],
      to: 'performed',
      who: ['staff', 'system'],
      guard: 'covered',
      money: 'rev, tax → vt.clear → rev.fee, prepay → defer.work, tax; shares back',
    },
    'ask-difference': {
      label: 'Request the difference',
      done: 'Difference requested',
      from: ['new_set'],
      to: 'awaiting_difference',
      who: ['staff', 'system'],
      guard: 'not-covered',
    },
    pay: {
      label: 'Pay the difference',
      done: 'Difference paid, value moved',
      from: ['awaiting_difference'],
      to: 'performed',
      who: ['system'],
      money: 'rev, tax → vt.clear → rev.fee, prepay; prepay, cash → defer.work, tax; shares back',
    },
    expire: {
      label: 'Expire',
      done: 'Not completed in time',
      from: [...notPerformed],
      to: 'cancelled',
      who: ['system'],
    },
    fail: {
      label: 'Stop',
      done: 'Stopped, needs attention',
      from: ['old_locked', 'new_set', 'awaiting_difference'],
      to: 'needs_attention',
      who: ['system'],
    },
    undo: {
      label: 'Undo transfer',
      done: 'Undone',
      from: ['performed'],
      to: 'reversed',
      who: ['super'],
      guard: 'within-a-day',
      reason: true,
      money: 'defer.work or rev, tax → prepay, cash; prepay, rev.fee → vt.clear → rev, tax; shares again',
    },
  },
});
export const valueTransferStates = statesOf(valueTransferMachine);
export type ValueTransferState = StateOf<typeof valueTransferMachine>;
export type ValueTransferEvent = EventOf<typeof valueTransferMachine>;
export type ValueTransferActor = ActorOf<typeof valueTransferMachine>;

/** In these states the transfer can still be performed. */
export const isLiveTransfer = (state: ValueTransferState): boolean =>
  state !== 'performed' && !isFinal(valueTransferMachine, state);

/** Days until a locked request is released, or a requested difference expires. */
export const valueTransferDays = 14;
/** Hours in which a performed transfer can be undone. */
export const valueTransferUndoHours = 24;

export const valueTransferCauses = ['dead_controller', 'upgrade', 'other_vehicle', 'wrong_choice'] as const;
export type ValueTransferCause = (typeof valueTransferCauses)[number];
export const valueTransferCauseNames: Readonly<Record<ValueTransferCause, string>> = {
  dead_controller: msg('Same car, replaced control unit'),
  upgrade: msg('Same car, other tune'),
  other_vehicle: msg('Other car'),
  wrong_choice: msg('Wrong tune ordered'),
};

/** Current state and next step, for the customer. */
export const valueTransferSentences: Readonly<Record<ValueTransferState, string>> = {
  requested: msg('We are reviewing your request to move the value of this tune.'),
  approved: msg('Approved. We will move the value to your new request.'),
  old_locked: msg('The value is being moved to your new request.'),
  new_set: msg('The value is reserved for your new request.'),
  awaiting_difference: msg('The value is reserved. Pay the difference to start the work.'),
  performed: msg('The value was moved.'),
  rejected: msg('We cannot move the value of this tune.'),
  cancelled: msg('The value was not moved.'),
  needs_attention: msg('We are checking this transfer and will contact you.'),
  reversed: msg('The transfer was undone. The value is back on the old request.'),
};

export const valueTransferNumber = (id: number): string => `VT-${String(id).padStart(5, '0')}`;
