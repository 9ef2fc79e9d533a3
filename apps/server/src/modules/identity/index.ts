// The door of the identity area: what other areas may ask of it.
export type { AddressValues } from './addresses/address-queries.ts';
export { addressRoutes } from './addresses/address-routes.ts';
export { checkAddress } from './addresses/check-address.ts';
export { banUser } from './ban-user.ts';
export { grantRights } from './grant-rights.ts';
export { endMailLinks, issueMailToken } from './mail-links.ts';
export { matchDealerRole } from './match-dealer-role.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { announceToMembers, insertUser, ownsAddress, type UserRow, userById } from './queries.ts';
export { reauthenticationRoutes } from './reauthentication/reauthentication-routes.ts';
export { removeFactors } from './remove-factors.ts';
export { identityAdminRoutes, identityRoutes } from './routes.ts';
export { recordRefusedAccess } from './security/security-events.ts';
export { endSessionsOf, identify, openSession } from './sessions.ts';
export { hashToken, newToken } from './tokens.ts';
export { sealedTotpSecrets } from './totp/totp.ts';
export { withholdStaffRights } from './withhold-staff-rights.ts';
