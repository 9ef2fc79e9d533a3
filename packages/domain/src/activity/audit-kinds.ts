/** Groups of audit events that people look for. An entry that ends in "." covers all events with that prefix. */
export const auditGroups = {
  security: { label: 'Security', acts: ['identity.', 'mail.reveal', 'operations.rotate-secret-key'] },
  refused: {
    label: 'Refused',
    acts: ['identity.fail-login', 'identity.fail-reauthentication', 'identity.refuse-access', 'approvals.reject'],
  },
  money: {
    label: 'Money',
    acts: [
      'transactions.refund',
      'orders.cancel',
      'orders.accept-return',
      'approvals.',
      'credits.',
      'credit-codes.',
      'credit-deals.',
      'line-disputes.',
      'payouts.',
      'payout-runs.',
      'payments.',
      'value-transfers.',
      'rentals.',
      'trade-ins.offer',
      'trade-ins.counter-offer',
      'trade-ins.correct-offer',
      'trade-ins.credit',
      'tickets.goodwill',
      'dealers.update',
      'dealer-tiers.',
      'store.book-stock',
      'store.reverse-stock',
    ],
  },
  exports: { label: 'Exports', acts: ['transactions.export', 'audit.export', 'catalog.export'] },
} as const satisfies Record<string, { label: string; acts: readonly string[] }>;

export type AuditGroup = keyof typeof auditGroups;
export const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]];
