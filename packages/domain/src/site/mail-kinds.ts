type Kind = {
  readonly label: string;
  readonly to: 'Anyone' | 'Customer' | 'Dealer' | 'Affiliate' | 'Partner' | 'Subscriber' | 'Developer' | 'Staff';
  /** What causes it. */
  readonly when: string;
  /**
   * Also appears in the notification centre of the account. Mails that carry a secret or belong to the login do not, nor
   * do mails to subscribers.
   */
  readonly notifies: boolean;
};

/** Every kind of mail the product sends. A new kind also needs a sample (`MailSamples` of its area). */
export const mailKinds = {
  'confirm-email': { label: 'Confirm e-mail address', to: 'Anyone', when: 'Someone registers.', notifies: false },
  'guest-link': {
    label: 'Link for a guest',
    to: 'Anyone',
    when: 'A guest asks for their link again, or paid before sending a file.',
    notifies: false,
  },
  'account-exists': {
    label: 'Account exists',
    to: 'Customer',
    when: 'Someone registers with a known address.',
    notifies: false,
  },
  'reset-password': { label: 'New password', to: 'Customer', when: 'A new password is requested.', notifies: false },
  'security-notice': {
    label: 'Security notice',
    to: 'Customer',
    when: 'A password, key or factor changes.',
    notifies: true,
  },
  'change-email': {
    label: 'Confirm new address',
    to: 'Anyone',
    when: 'A new e-mail address is entered.',
    notifies: false,
  },
  'address-in-use': {
    label: 'Address in use',
    to: 'Customer',
    when: 'Another account enters this address.',
    notifies: false,
  },
  'email-change-notice': {
    label: 'Address change notice',
    to: 'Customer',
    when: 'The e-mail address is about to change.',
    notifies: false,
  },
  'data-export': {
    label: 'Data export',
    to: 'Customer',
    when: 'A copy of all data is ready or failed.',
    notifies: true,
  },
  'account-deletion': {
    label: 'Account deletion',
    to: 'Customer',
    when: 'A deletion is requested, cancelled or done.',
    notifies: true,
  },
  'webhook-paused': {
    label: 'Webhook paused',
    to: 'Customer',
    when: 'Notifications of a webhook fail repeatedly.',
    notifies: true,
  },
  'first-tune': { label: 'First tune available', to: 'Anyone', when: 'A vehicle gets its first tune.', notifies: true },
  'order-confirmation': { label: 'Order confirmation', to: 'Customer', when: 'An order is paid.', notifies: true },
  'order-shipped': { label: 'Order shipped', to: 'Customer', when: 'A parcel ships.', notifies: true },
  'order-cancelled': {
    label: 'Order cancelled',
    to: 'Customer',
    when: 'All or part of an order is cancelled.',
    notifies: true,
  },
  'order-refunded': { label: 'Order refunded', to: 'Customer', when: 'Money is refunded.', notifies: true },
  'order-return': {
    label: 'Return requested',
    to: 'Customer',
    when: 'A customer wants to return items.',
    notifies: true,
  },
  'order-return-accepted': { label: 'Return accepted', to: 'Customer', when: 'Staff accept a return.', notifies: true },
  'order-return-refused': { label: 'Return refused', to: 'Customer', when: 'Staff refuse a return.', notifies: true },
  'rental-offer': {
    label: 'Rental to pay',
    to: 'Customer',
    when: 'Staff arrange a rental that the customer pays.',
    notifies: true,
  },
  'order-on-hold': { label: 'Order on hold', to: 'Customer', when: 'An order needs a review.', notifies: true },
  'purchase-refunded': {
    label: 'Tune purchase refunded in part',
    to: 'Customer',
    when: 'Staff refund a part.',
    notifies: true,
  },
  'purchase-confirmation': { label: 'Tune purchase', to: 'Customer', when: 'Tunes are paid.', notifies: true },
  rental: { label: 'Rental', to: 'Customer', when: 'A rental changes its state or is due.', notifies: true },
  'trade-in': { label: 'Trade-in', to: 'Customer', when: 'A trade-in request changes its state.', notifies: true },
  'tune-credit-code': {
    label: 'Credit code',
    to: 'Anyone',
    when: 'A credit code is sent to an address.',
    notifies: false,
  },
  'tune-credit-gift': {
    label: 'Credits received',
    to: 'Customer',
    when: 'A dealer transfers tune credits.',
    notifies: true,
  },
  'tune-credit-expiry': {
    label: 'Credits expire',
    to: 'Customer',
    when: 'Tune credits are about to expire.',
    notifies: true,
  },
  'tune-request-received': { label: 'File received', to: 'Customer', when: 'A file is uploaded.', notifies: true },
  'tune-request-queued': { label: 'Request queued', to: 'Customer', when: 'A request is paid.', notifies: true },
  'tune-request-question': {
    label: 'Tuner question',
    to: 'Customer',
    when: 'The tuner asks the customer.',
    notifies: true,
  },
  'tune-request-message': {
    label: 'Request message',
    to: 'Customer',
    when: 'The tuner writes to the customer.',
    notifies: true,
  },
  'tune-request-delivered': {
    label: 'File ready',
    to: 'Customer',
    when: 'The tuned file is delivered.',
    notifies: true,
  },
  'tune-request-ended': {
    label: 'Request ended',
    to: 'Customer',
    when: 'A request is cancelled, refunded or closed.',
    notifies: true,
  },
  'tune-request-work': {
    label: 'Work on a request',
    to: 'Partner',
    when: 'The customer replies, or work is due.',
    notifies: true,
  },
  'vehicle-handover': {
    label: 'Car handed over',
    to: 'Customer',
    when: 'A new owner takes over a car.',
    notifies: true,
  },
  'value-transfer': {
    label: 'Value transfer',
    to: 'Customer',
    when: 'A value transfer changes its state.',
    notifies: true,
  },
  'ticket-received': { label: 'Message received', to: 'Customer', when: 'A ticket is opened.', notifies: true },
  'ticket-opened': {
    label: 'Ticket opened by staff',
    to: 'Customer',
    when: 'Staff open a ticket for a customer.',
    notifies: true,
  },
  'ticket-answered': { label: 'Ticket reply', to: 'Customer', when: 'Staff reply.', notifies: true },
  'ticket-resolved': { label: 'Ticket solved', to: 'Customer', when: 'A ticket is solved.', notifies: true },
  'ticket-closed': {
    label: 'Ticket closed',
    to: 'Customer',
    when: 'A solved ticket closes; asks for a rating.',
    notifies: true,
  },
  'ticket-merged': { label: 'Tickets merged', to: 'Customer', when: 'Two tickets are merged.', notifies: true },
  'ticket-accepted': {
    label: 'Request accepted',
    to: 'Customer',
    when: 'A custom request is accepted.',
    notifies: true,
  },
  'ticket-assignee': {
    label: 'Ticket for you',
    to: 'Staff',
    when: 'A ticket is assigned, or its customer replies.',
    notifies: true,
  },
  'rescue-started': { label: 'Rescue code', to: 'Anyone', when: 'A rescue is started.', notifies: false },
  'rescue-step': {
    label: 'Rescue step',
    to: 'Customer',
    when: 'Staff give the next step of a rescue.',
    notifies: true,
  },
  'rescue-goodwill': {
    label: 'Goodwill for a rescue',
    to: 'Customer',
    when: 'Staff credit the account of the customer after a rescue.',
    notifies: true,
  },
  'new-link': { label: 'New link', to: 'Customer', when: 'An expired link is renewed.', notifies: false },
  'partner-application': {
    label: 'Partner application',
    to: 'Customer',
    when: 'An application changes its state.',
    notifies: true,
  },
  'dealer-invite': { label: 'Dealer invitation', to: 'Anyone', when: 'A dealer invites a member.', notifies: false },
  'dealer-contact': {
    label: 'Directory message',
    to: 'Dealer',
    when: 'A visitor writes through the dealer directory.',
    notifies: true,
  },
  'dealer-payment': { label: 'Payment received', to: 'Dealer', when: 'A dealer pays its balance.', notifies: true },
  'dealer-statement': { label: 'Monthly statement', to: 'Dealer', when: 'A statement is issued.', notifies: true },
  'dealer-reminder': { label: 'Payment reminder', to: 'Dealer', when: 'An invoice is overdue.', notifies: true },
  'dealer-credit-warning': {
    label: 'Credit limit warning',
    to: 'Dealer',
    when: 'Most of the credit limit is used.',
    notifies: true,
  },
  'dealer-account-paused': {
    label: 'Account paused',
    to: 'Dealer',
    when: 'An invoice is long overdue.',
    notifies: true,
  },
  'dealer-account-resumed': {
    label: 'Account reopened',
    to: 'Dealer',
    when: 'Overdue invoices are paid.',
    notifies: true,
  },
  'affiliate-offer': { label: 'Affiliate offer', to: 'Anyone', when: 'Staff offer a partnership.', notifies: false },
  'purchase-approval': {
    label: 'Purchase to approve',
    to: 'Dealer',
    when: 'A member wants to buy above their spending limit.',
    notifies: true,
  },
  'purchase-approval-outcome': {
    label: 'Purchase approved or declined',
    to: 'Dealer',
    when: 'A manager decides, or nobody does in time.',
    notifies: true,
  },
  'affiliate-feedback': {
    label: 'Affiliate feedback',
    to: 'Affiliate',
    when: 'Staff ask for feedback.',
    notifies: false,
  },
  'line-dispute': { label: 'Disputed line', to: 'Partner', when: 'Staff decide on a disputed line.', notifies: true },
  payout: { label: 'Payout', to: 'Partner', when: 'Earnings are paid out, or the bank returns them.', notifies: true },
  newsletter: { label: 'Newsletter', to: 'Subscriber', when: 'Staff send a newsletter.', notifies: false },
  'newsletter-confirm': {
    label: 'Newsletter sign-up',
    to: 'Anyone',
    when: 'Someone subscribes to the newsletter.',
    notifies: false,
  },
  'dealer-blog-post': {
    label: 'Dealer blog post',
    to: 'Dealer',
    when: 'A post tagged Dealer is published.',
    notifies: false,
  },
  'lead-mail': { label: 'Sales e-mail', to: 'Anyone', when: 'Staff write to a contact of a deal.', notifies: false },
  'scheduled-report': { label: 'Scheduled report', to: 'Staff', when: 'A week or month ends.', notifies: true },
  'beta-invitation': {
    label: 'Beta invitation',
    to: 'Customer',
    when: 'A place in a beta program is reserved.',
    notifies: true,
  },
  'beta-application': {
    label: 'Beta application',
    to: 'Customer',
    when: 'An application is declined or put on the waiting list, or a place is withdrawn or expires.',
    notifies: true,
  },
  'beta-program': {
    label: 'Beta program',
    to: 'Customer',
    when: 'A program is paused, resumed, finished or cancelled.',
    notifies: true,
  },
  'lead-reply': {
    label: 'Reply to a deal',
    to: 'Staff',
    when: 'A contact answers an e-mail of a deal.',
    notifies: true,
  },
  'lead-reminder': { label: 'Activity reminder', to: 'Staff', when: 'Lead engine activities are due.', notifies: true },
  'tool-manifest-decision': {
    label: 'Manifest decided',
    to: 'Developer',
    when: 'Staff approve or reject a tool manifest.',
    notifies: true,
  },
} as const satisfies Record<string, Kind>;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as MailKind[];
