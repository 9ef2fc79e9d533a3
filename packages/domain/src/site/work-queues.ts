import { type ActorFacts, allows, type Permission } from '../identity/permissions.ts';

type Queue = {
  /** The permission of the list that shows these records. */
  readonly right: Permission | readonly Permission[];
  /** The list, filtered to exactly the records that are counted. */
  readonly to: string;
};

/** Records that wait for staff. The server counts them; the rail and the staff home show them. */
export const workQueues = {
  tickets_late: { right: 'tickets.admin', to: '/admin/tickets?clock=late' },
  tickets: { right: 'tickets.admin', to: '/admin/tickets?state=with_us' },
  requests_review: { right: 'tune-requests.admin', to: '/admin/tune-requests?state=in_review' },
  requests_queued: { right: 'tune-requests.admin', to: '/admin/tune-requests?state=queued' },
  orders_to_ship: { right: 'tool-orders.read', to: '/admin/orders?state=paid' },
  orders_on_hold: { right: 'tool-orders.read', to: '/admin/orders?state=on_hold' },
  approvals: { right: ['tickets.goodwill', 'credit-deals.admin'], to: '/admin/approvals?state=pending' },
  line_disputes: { right: 'payouts', to: '/admin/disputes?state=open' },
  rescues: { right: 'rescue.read', to: '/admin/rescue-sessions?state=waiting_staff' },
  trade_ins: { right: 'trade-ins', to: '/admin/trade-in-requests?state=submitted' },
  dealer_applications: { right: 'dealers.admin', to: '/admin/dealer/applications?state=submitted' },
  affiliate_applications: { right: 'affiliates.admin', to: '/admin/affiliate/applications?state=submitted' },
  lead_activities: { right: 'leads', to: '/admin/lead-engine/activities?due=true' },
  returns: { right: 'transactions.read', to: '/admin/returns?state=requested,received' },
  rentals_overdue: { right: 'stock', to: '/admin/rentals?state=overdue' },
  stock_short: { right: 'stock', to: '/admin/stock?short=low' },
  jobs_failed: { right: 'jobs.read', to: '/admin/jobs' },
  mails_failed: { right: 'mail.read', to: '/admin/mail?state=failed' },
} as const satisfies Record<string, Queue>;

export type WorkQueue = keyof typeof workQueues;
export const workQueueKeys = Object.keys(workQueues) as readonly WorkQueue[];

export const visibleQueues = (facts: ActorFacts): WorkQueue[] =>
  workQueueKeys.filter((key) => allows(workQueues[key].right, facts));

/** Larger queues are counted up to here, so that a count costs the same on a large table. */
export const queueCountMax = 1000;
