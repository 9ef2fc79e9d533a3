import type { TradeInState } from '@tuneport/domain/store/trade-in-states';

export const tradeInStateNames: Readonly<Record<TradeInState, string>> = {
  submitted: 'Requested',
  needs_information: 'Question asked',
  rejected: 'Declined',
  offered: 'Offer made',
  accepted: 'Offer accepted',
  declined: 'Offer declined',
  expired: 'Ended',
  in_transit: 'On its way to us',
  received: 'Arrived',
  counter_offered: 'New offer made',
  credited: 'Credited',
  return_due: 'To be sent back',
  returned: 'Sent back',
};
