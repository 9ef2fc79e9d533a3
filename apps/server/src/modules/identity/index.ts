// Public interface of the identity area.
export { type AddressValues, addressColumns, addressesOf } from './addresses/address-queries.ts';
export { addressRoutes } from './addresses/address-routes.ts';
export { checkAddress } from './addresses/check-address.ts';
export { apiKeyRoutes } from './api-keys/api-key-routes.ts';
export { identifyApiKey } from './api-keys/identify-api-key.ts';
export { createApiKey } from './api-keys/manage-api-keys.ts';
export { emailChangeMailSamples } from './email/email-change-mails.ts';
export { removeFactors } from './factors/remove-factors.ts';
export { sealedTotpSecrets } from './factors/totp/totp.ts';
export { guestAdvice, guestMailSamples, mailGuest, sendGuestFileLink } from './guests/guest-mail.ts';
export {
  closeGuest,
  type GuestLink,
  guestEmailOf,
  guestOfLink,
  hasAccount,
  issueGuestLink,
  lockGuestOfLink,
} from './guests/guest-queries.ts';
export { guestRoutes } from './guests/guest-routes.ts';
export { endMailLinks, issueMailToken } from './login/mail-links.ts';
export { loginMailSamples, sendSecurityNotice } from './login/mails.ts';
export { hashPassword, isPassword } from './login/passwords.ts';
export { hashToken, newToken } from './login/tokens.ts';
export {
  announceToMembers,
  insertUser,
  isMemberCandidate,
  ownsAddress,
  type UserRow,
  userById,
  userNames,
} from './queries.ts';
export { reauthenticationRoutes } from './reauthentication/reauthentication-routes.ts';
export { identityAdminRoutes, identityRoutes } from './routes.ts';
export { recordRefusedAccess } from './security/security-events.ts';
export { identityRemovals } from './sessions/expired-rows.ts';
export { actorOfUser, endSessionsOf, identify, openSession } from './sessions/sessions.ts';
export { matchDealerRole } from './users/match-dealer-role.ts';
export { withholdStaffRights } from './users/withhold-staff-rights.ts';
