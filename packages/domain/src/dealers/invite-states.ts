import { defineMachine } from '../states/machine.ts';

/** An invitation to join a dealer. It is bound to one e-mail address and can be used once. */
export const dealerInviteMachine = defineMachine({
  initial: 'sent',
  states: {
    sent: { label: 'Sent', tone: 'busy' },
    accepted: { label: 'Accepted', tone: 'good' },
    expired: { label: 'Expired', hollow: true },
    revoked: { label: 'Withdrawn', hollow: true },
  },
  events: {
    accept: { label: 'Accept invitation', from: ['sent'], to: 'accepted', who: ['user'] },
    expire: { label: 'Expire', from: ['sent'], to: 'expired', who: ['system'] },
    revoke: { label: 'Withdraw invitation', from: ['sent'], to: 'revoked', who: ['dealer', 'staff', 'system'] },
  },
});
/** Days until an invitation expires. */
export const dealerInviteDays = 14;
