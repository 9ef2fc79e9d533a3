// The door of the identity area: what other areas may ask of it.
export { banUser } from './ban-user.ts';
export { grantRights } from './grant-rights.ts';
export { hashPassword } from './passwords.ts';
export { insertUser, userById } from './queries.ts';
export { identityAdminRoutes, identityRoutes } from './routes.ts';
export { endSessionsOf, identify, openSession } from './sessions.ts';
export { hashToken, newToken } from './tokens.ts';
export { withholdStaffRights } from './withhold-staff-rights.ts';
