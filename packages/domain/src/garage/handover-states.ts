import { defineMachine } from '../states/machine.ts';

/** A car changes hands by a code that works once. */
export const handoverMachine = defineMachine({
  initial: 'offered',
  states: {
    offered: { label: 'Code created', tone: 'busy' },
    completed: { label: 'Handed over', tone: 'good' },
    cancelled: { label: 'Withdrawn', hollow: true },
    expired: { label: 'Expired', hollow: true },
  },
  events: {
    accept: { label: 'Accept car', from: ['offered'], to: 'completed', who: ['new-owner'] },
    cancel: { label: 'Withdraw code', from: ['offered'], to: 'cancelled', who: ['owner'] },
    expire: { label: 'Expire', from: ['offered'], to: 'expired', who: ['system'] },
  },
});
/** Days until a hand-over code expires. */
export const handoverDays = 14;
