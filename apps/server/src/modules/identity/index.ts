// Public interface of the identity area.
export type { AddressValues } from './addresses/address-queries.ts';
export { addressRoutes } from './addresses/address-routes.ts';
export { checkAddress } from './addresses/check-address.ts';
export { removeFactors } from './factors/remove-factors.ts';
export { sealedTotpSecrets } from './factors/totp/totp.ts';
export { endMailLinks, issueMailToken } from './login/mail-links.ts';
export { hashPassword, isPassword } from './login/passwords.ts';
export { hashToken, newToken } from './login/tokens.ts';
export { announceToMembers, insertUser, ownsAddress, type UserRow, userById } from './queries.ts';
export { reauthenticationRoutes } from './reauthentication/reauthentication-routes.ts';
export { identityAdminRoutes, identityRoutes } from './routes.ts';
export { recordRefusedAccess } from './security/security-events.ts';
export { endSessionsOf, identify, openSession } from './sessions/sessions.ts';
export { banUser } from './users/ban-user.ts';
export { grantRights } from './users/grant-rights.ts';
export { matchDealerRole } from './users/match-dealer-role.ts';
export { withholdStaffRights } from './users/withhold-staff-rights.ts';
