// Public interface of the dealers area.
export { prepaid, receivable } from './accounts.ts';
export { dealerJobs, dealerSchedules, expireDeals } from './expire-deals.ts';
export { addMember, removeMember } from './members.ts';
export { isOwnedBy, linkHolds, moneyOwnershipOf, type Ownership, ownedBy, ownershipOf } from './ownership.ts';
export { hasBillingInfo } from './policy.ts';
export { dealerById } from './queries.ts';
export { dealersAdminRoutes, dealersRoutes } from './routes.ts';
export { createDealer } from './save-dealer.ts';
