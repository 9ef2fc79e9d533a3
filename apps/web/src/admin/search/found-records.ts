import type { CallReply } from '@tuneport/contract/index';
import { type AuditActor, may, type Permission } from '@tuneport/domain/identity/permissions';
import type { OfficeIconName } from '../frame/OfficeIcon.tsx';

export type Found = CallReply<'GET /v1/admin/search'>['data'][number];
type Kind = Found['kind'];

type KindInfo = { readonly group: string; readonly icon: OfficeIconName; readonly to: (found: Found) => string };

export const kindInfo: Readonly<Record<Kind, KindInfo>> = {
  order: { group: 'Orders', icon: 'orders', to: ({ id }) => `/admin/orders/${id}` },
  purchase: {
    group: 'Tune purchases',
    icon: 'orders',
    to: ({ transaction_id, title }) =>
      transaction_id === null
        ? `/admin/transactions?search=${encodeURIComponent(title.split(' ').at(-1) ?? '')}`
        : `/admin/transactions/${transaction_id}`,
  },
  request: { group: 'Tune requests', icon: 'tuning', to: ({ id }) => `/admin/tune-requests/${id}` },
  ticket: { group: 'Tickets', icon: 'support', to: ({ id }) => `/admin/tickets/${id}` },
  'trade-in': { group: 'Trade-ins', icon: 'products', to: ({ id }) => `/admin/trade-in-requests/${id}` },
  'value-transfer': {
    group: 'Value transfers',
    icon: 'orders',
    to: ({ id }) => `/admin/instatune-value-transfers/${id}`,
  },
  user: { group: 'Users', icon: 'people', to: ({ id }) => `/admin/users/${id}` },
  dealer: { group: 'Dealers', icon: 'people', to: ({ id }) => `/admin/dealers/${id}` },
  tuner: { group: 'Tuners', icon: 'people', to: ({ id }) => `/admin/tuners/${id}` },
  affiliate: { group: 'Affiliates', icon: 'people', to: ({ id }) => `/admin/affiliates/${id}` },
  product: { group: 'Products', icon: 'products', to: ({ id }) => `/admin/products/${id}` },
  engine: { group: 'Engines', icon: 'catalogue', to: ({ id }) => `/catalog-manage/engines/${id}` },
  tune: { group: 'Tunes', icon: 'catalogue', to: ({ id }) => `/catalog-manage/tunes/${id}` },
  'discount-code': {
    group: 'Discount codes',
    icon: 'marketing',
    to: ({ id }) => `/admin/discount-codes?open=${id}`,
  },
  'credit-code': {
    group: 'Credit codes',
    icon: 'orders',
    to: ({ title }) => `/admin/tune-credit-codes?search=${encodeURIComponent(title.replace('…', ''))}`,
  },
  'payout-group': {
    group: 'Payout groups',
    icon: 'orders',
    to: ({ id }) => `/admin/payouts?view=groups&open=${id}`,
  },
  deal: { group: 'Deals', icon: 'marketing', to: ({ id }) => `/admin/lead-engine/deals/${id}` },
  contact: { group: 'Contacts', icon: 'marketing', to: ({ id }) => `/admin/lead-engine/contacts/${id}` },
  organization: {
    group: 'Organizations',
    icon: 'marketing',
    to: ({ id }) => `/admin/lead-engine/organizations/${id}`,
  },
};

/** Without access to the order's page, the list that is open to its reader. */
export const pathOf = (found: Found, who: AuditActor): string =>
  found.kind === 'order' && !may(who, 'transactions.read')
    ? `/admin/orders?search=${encodeURIComponent(found.title.split(' ').at(-1) ?? '')}`
    : kindInfo[found.kind].to(found);

type Verb = {
  readonly keywords: readonly string[];
  readonly label: string;
  readonly kinds: readonly Kind[];
  readonly right: Permission;
  /** Null if the record does not allow it. */
  readonly to: (found: Found) => string | null;
};

const editable: Partial<Record<Kind, Permission>> = {
  dealer: 'dealers.admin',
  tuner: 'tuners.admin',
  affiliate: 'affiliates.admin',
  product: 'products.write',
};

/** What a person can type before a record: "refund TN-000003". */
const verbs: readonly Verb[] = [
  {
    keywords: ['refund', 'money back', 'return'],
    label: 'Refund',
    kinds: ['order', 'purchase'],
    right: 'transactions.write',
    to: ({ transaction_id }) => (transaction_id === null ? null : `/admin/transactions/${transaction_id}#refund`),
  },
  {
    keywords: ['ship', 'send', 'track'],
    label: 'Ship',
    kinds: ['order'],
    right: 'transactions.write',
    to: ({ id }) => `/admin/orders/${id}#ship`,
  },
  {
    keywords: ['reply', 'answer'],
    label: 'Reply to',
    kinds: ['ticket'],
    right: 'tickets.admin',
    to: ({ id }) => `/admin/tickets/${id}`,
  },
  ...Object.entries(editable).map(
    ([kind, right]): Verb => ({
      keywords: ['edit', 'change', 'rename'],
      label: 'Edit',
      kinds: [kind as Kind],
      right,
      to: (found) => `${kindInfo[found.kind].to(found)}/edit`,
    }),
  ),
];

const verbKeywords = [...new Set(verbs.flatMap(({ keywords }) => keywords))];
const verbPattern = new RegExp(
  `^(${verbKeywords.join('|')})\\s+(?:to\\s+)?(?:order|ticket|purchase|dealer|tuner|product|affiliate)?\\s*(.+)$`,
  'i',
);

/** The verb and the text to search for: the whole text if it starts with no verb. */
export function parseTyped(typed: string): { verb: string | null; q: string } {
  const [, verb, rest] = verbPattern.exec(typed.trim()) ?? [];
  return verb && rest ? { verb: verb.toLowerCase(), q: rest.trim() } : { verb: null, q: typed.trim() };
}

/** Actions for the records found, of the typed verb or of all. */
export function actionsFor(found: readonly Found[], verb: string | null, who: AuditActor) {
  return found.flatMap((record) =>
    verbs.flatMap(({ keywords, label, kinds, right, to }) => {
      if (!kinds.includes(record.kind) || !may(who, right) || (verb !== null && !keywords.includes(verb))) return [];
      const path = to(record);
      return path === null ? [] : [{ record, label: `${label} ${lower(record.title)}`, to: path }];
    }),
  );
}

/** "Refund order TP-000003": the kind is not the start of a sentence there. */
const lower = (title: string) => title.replace(/^(Order|Tune purchase) /, (kind) => kind.toLowerCase());
