type Kind = {
  readonly label: string;
  readonly to: 'Anyone' | 'Customer' | 'Dealer' | 'Affiliate' | 'Partner' | 'Subscriber' | 'Staff';
  /** What causes it. */
  readonly when: string;
};

/** Every kind of mail the product sends. A new kind also needs a sample (`MailSamples` of its area). */
export const mailKinds = {
  'confirm-email': { label: 'Confirm e-mail address', to: 'Anyone', when: 'Someone registers.' },
  'account-exists': { label: 'Account exists', to: 'Customer', when: 'Someone registers with a known address.' },
  'reset-password': { label: 'New password', to: 'Customer', when: 'A new password is requested.' },
  'security-notice': { label: 'Security notice', to: 'Customer', when: 'A password, key or factor changes.' },
  'change-email': { label: 'Confirm new address', to: 'Anyone', when: 'A new e-mail address is entered.' },
  'address-in-use': { label: 'Address in use', to: 'Customer', when: 'Another account enters this address.' },
  'email-change-notice': {
    label: 'Address change notice',
    to: 'Customer',
    when: 'The e-mail address is about to change.',
  },
  'data-export': { label: 'Data export', to: 'Customer', when: 'A copy of all data is ready or failed.' },
  'account-deletion': {
    label: 'Account deletion',
    to: 'Customer',
    when: 'A deletion is requested, cancelled or done.',
  },
  'webhook-paused': {
    label: 'Webhook paused',
    to: 'Customer',
    when: 'Notifications of a webhook fail again and again.',
  },
  'first-tune': { label: 'First tune available', to: 'Anyone', when: 'A vehicle gets its first tune.' },
  'order-confirmation': { label: 'Order confirmation', to: 'Customer', when: 'An order is paid.' },
  'order-shipped': { label: 'Order shipped', to: 'Customer', when: 'A parcel ships.' },
  'order-cancelled': { label: 'Order cancelled', to: 'Customer', when: 'All or part of an order is cancelled.' },
  'order-refunded': { label: 'Order refunded', to: 'Customer', when: 'Money is refunded.' },
  'order-on-hold': { label: 'Order on hold', to: 'Customer', when: 'An order needs a review.' },
  'purchase-confirmation': { label: 'Tune purchase', to: 'Customer', when: 'Tunes are paid.' },
  rental: { label: 'Rental', to: 'Customer', when: 'A rental changes its state or is due.' },
  'trade-in': { label: 'Trade-in', to: 'Customer', when: 'A trade-in request changes its state.' },
  'tune-credit-code': { label: 'Credit code', to: 'Anyone', when: 'A credit code is sent to an address.' },
  'tune-credit-gift': { label: 'Credits received', to: 'Customer', when: 'A dealer transfers tune credits.' },
  'tune-credit-expiry': { label: 'Credits expire', to: 'Customer', when: 'Tune credits are about to expire.' },
  'tune-request-received': { label: 'File received', to: 'Customer', when: 'A file is uploaded.' },
  'tune-request-queued': { label: 'Request queued', to: 'Customer', when: 'A request is paid.' },
  'tune-request-question': { label: 'Tuner question', to: 'Customer', when: 'The tuner asks the customer.' },
  'tune-request-message': { label: 'Request message', to: 'Customer', when: 'The tuner writes to the customer.' },
  'tune-request-delivered': { label: 'File ready', to: 'Customer', when: 'The tuned file is delivered.' },
  'tune-request-ended': { label: 'Request ended', to: 'Customer', when: 'A request is cancelled, refunded or closed.' },
  'tune-request-work': { label: 'Work on a request', to: 'Partner', when: 'The customer replies, or work is due.' },
  'value-transfer': { label: 'Value transfer', to: 'Customer', when: 'A value transfer changes its state.' },
  'ticket-received': { label: 'Message received', to: 'Customer', when: 'A ticket is opened.' },
  'ticket-opened': { label: 'Ticket opened by staff', to: 'Customer', when: 'Staff open a ticket for a customer.' },
  'ticket-answered': { label: 'Ticket reply', to: 'Customer', when: 'Staff reply.' },
  'ticket-resolved': { label: 'Ticket solved', to: 'Customer', when: 'A ticket is solved.' },
  'ticket-closed': { label: 'Ticket closed', to: 'Customer', when: 'A solved ticket closes; asks for a rating.' },
  'ticket-merged': { label: 'Tickets merged', to: 'Customer', when: 'Two tickets are merged.' },
  'ticket-accepted': { label: 'Request accepted', to: 'Customer', when: 'A custom request is accepted.' },
  'ticket-assignee': { label: 'Ticket for you', to: 'Staff', when: 'A ticket is assigned, or its customer replies.' },
  'rescue-started': { label: 'Rescue code', to: 'Anyone', when: 'A rescue is started.' },
  'rescue-step': { label: 'Rescue step', to: 'Customer', when: 'Staff give the next step of a rescue.' },
  'new-link': { label: 'New link', to: 'Customer', when: 'An expired link is renewed.' },
  'partner-application': { label: 'Partner application', to: 'Customer', when: 'An application changes its state.' },
  'dealer-invite': { label: 'Dealer invitation', to: 'Anyone', when: 'A dealer invites a member.' },
  'dealer-contact': {
    label: 'Directory message',
    to: 'Dealer',
    when: 'A visitor writes through the dealer directory.',
  },
  'dealer-payment': { label: 'Payment received', to: 'Dealer', when: 'A dealer pays its balance.' },
  'dealer-statement': { label: 'Monthly statement', to: 'Dealer', when: 'A statement is issued.' },
  'dealer-reminder': { label: 'Payment reminder', to: 'Dealer', when: 'An invoice is overdue.' },
  'dealer-credit-warning': { label: 'Credit limit warning', to: 'Dealer', when: 'Most of the credit limit is used.' },
  'dealer-account-paused': { label: 'Account paused', to: 'Dealer', when: 'An invoice is long overdue.' },
  'dealer-account-resumed': { label: 'Account open again', to: 'Dealer', when: 'Overdue invoices are paid.' },
  'affiliate-offer': { label: 'Affiliate offer', to: 'Anyone', when: 'Staff offer a partnership.' },
  'affiliate-feedback': { label: 'Affiliate feedback', to: 'Affiliate', when: 'Staff ask for feedback.' },
  payout: { label: 'Payout', to: 'Partner', when: 'Earnings are paid out.' },
  newsletter: { label: 'Newsletter', to: 'Subscriber', when: 'Staff send a newsletter.' },
  'newsletter-confirm': { label: 'Newsletter sign-up', to: 'Anyone', when: 'Someone subscribes to the newsletter.' },
  'dealer-blog-post': { label: 'Dealer blog post', to: 'Dealer', when: 'A post tagged Dealer is published.' },
  'lead-mail': { label: 'Sales e-mail', to: 'Anyone', when: 'Staff write to a contact of a deal.' },
  'scheduled-report': { label: 'Scheduled report', to: 'Staff', when: 'A week or month ends.' },
  'beta-invitation': { label: 'Beta invitation', to: 'Customer', when: 'A place in a beta program is reserved.' },
  'beta-program': {
    label: 'Beta program',
    to: 'Customer',
    when: 'A program is paused, resumed, finished or cancelled.',
  },
  'lead-reminder': { label: 'Activity reminder', to: 'Staff', when: 'Lead engine activities are due.' },
} as const satisfies Record<string, Kind>;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as MailKind[];
