import { defineMachine, statesOf } from '../states/machine.ts';

export const opportunityMachine = defineMachine({
  initial: 'new',
  states: {
    new: { label: 'New', tone: 'accent' },
    converted: { label: 'Converted', tone: 'good' },
    dismissed: { label: 'Dismissed', hollow: true },
  },
  events: {
    convert: { label: 'Convert to deal', done: 'Converted', from: ['new'], to: 'converted', who: ['staff'] },
    dismiss: { label: 'Dismiss', done: 'Dismissed', from: ['new'], to: 'dismissed', who: ['staff'] },
    restore: { label: 'Restore', done: 'Restored', from: ['dismissed'], to: 'new', who: ['staff'] },
  },
});
export const opportunityStates = statesOf(opportunityMachine);

export const opportunitySources = [
  'manual',
  'application',
  'contact_form',
  'demand',
  'dormant_dealer',
  'visits',
] as const;
export const opportunitySourceLabels: Readonly<Record<(typeof opportunitySources)[number], string>> = {
  manual: 'Added by staff',
  application: 'Dealer application',
  contact_form: 'Contact form',
  demand: 'Demand for a vehicle',
  dormant_dealer: 'Dormant dealer',
  visits: 'Repeated visits',
};
