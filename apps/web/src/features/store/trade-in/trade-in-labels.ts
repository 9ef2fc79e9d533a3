import type { TradeInState } from '@tuneport/domain/store/trade-in-states';

export const tradeInStateNames: Readonly<Record<TradeInState, string>> = {
  submitted: 'Asked for',
  needs_information: 'Question asked',
  rejected: 'Not taken',
  offered: 'Offer made',
  accepted: 'Offer taken',
  declined: 'Offer declined',
  expired: 'Ended',
  in_transit: 'On its way to us',
  received: 'Arrived',
  counter_offered: 'New offer made',
  credited: 'Credited',
  return_due: 'To be sent back',
  returned: 'Sent back',
};
