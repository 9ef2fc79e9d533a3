import type { WorkQueue } from '@tuneport/domain/site/work-queues';
import type { OfficeIconName } from '../../frame/OfficeIcon.tsx';

type QueueLabel = {
  readonly label: string;
  readonly icon: OfficeIconName;
  /** Something went wrong or is overdue. */
  readonly urgent?: true;
};

/** In the order of the home page. */
export const queueLabels: Readonly<Record<WorkQueue, QueueLabel>> = {
  tickets_late: { label: 'Tickets past their deadline', icon: 'support', urgent: true },
  tickets: { label: 'Tickets to answer', icon: 'support' },
  requests_review: { label: 'Tune requests to review', icon: 'tuning' },
  requests_queued: { label: 'Tune requests in the queue', icon: 'tuning' },
  orders_to_ship: { label: 'Orders to ship', icon: 'orders' },
  orders_on_hold: { label: 'Orders on hold', icon: 'orders', urgent: true },
  approvals: { label: 'Refunds and grants to approve', icon: 'orders' },
  line_disputes: { label: 'Disputed lines to decide', icon: 'orders' },
  rescues: { label: 'Rescues waiting for us', icon: 'tuning', urgent: true },
  trade_ins: { label: 'Trade-ins to review', icon: 'products' },
  dealer_applications: { label: 'Dealer applications to review', icon: 'people' },
  affiliate_applications: { label: 'Affiliate applications to review', icon: 'people' },
  lead_activities: { label: 'Lead activities due', icon: 'people' },
  returns: { label: 'Returns to handle', icon: 'orders' },
  rentals_overdue: { label: 'Rentals overdue', icon: 'products', urgent: true },
  stock_short: { label: 'Products low on stock', icon: 'products' },
  jobs_failed: { label: 'Failed jobs', icon: 'settings', urgent: true },
  mails_failed: { label: 'Failed e-mails', icon: 'settings', urgent: true },
};
