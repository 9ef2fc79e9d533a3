/**
 * Keys of PostgreSQL advisory locks, each used once. One key and pairs of keys are separate spaces; the second key of a pair is a
 * record's id or a hash.
 */
export const lockKeys = {
  migrations: 7403963,
  jobsStart: 7403964,
  backup: 7403965,
  rotateSecretKey: 7403966,
  /** `ledger_seal` names it in SQL. */
  ledgerSeal: 7403967,
  demoData: 7403970,
  demoHistory: 7403971,
  siteTheme: 7403972,
  /** Held shared while raw traffic is written, so that ids below the highest are all visible under the lock. */
  trafficIds: 7403973,
  contactImports: 7403974,
} as const;

export const pairedLockKeys = {
  uploadsOfUser: 53,
  /** `claim_upload` names it in SQL. */
  claimedUploads: 54,
  anonymousLogs: 57,
  namesOfLeads: 58,
  fieldsOfLeads: 60,
  pipelinesOfLeads: 65,
  newsletterSlug: 59,
  tradeInsOfGuest: 64,
  purchasesOfUser: 7403964,
  payoutsOfOwner: 7403966,
  grantsOfStaff: 7403968,
  supportFilesOfClient: 7403969,
} as const;
