// Public interface of the affiliates area.
export { creditAffiliate } from './credit-affiliate.ts';
export { affiliateApplicationAdminRoutes, affiliateApplicationRoutes } from './joining/application-routes.ts';
export { acceptTerms } from './joining/terms.ts';
export { affiliateMailSamples } from './mail-samples.ts';
export { giveFeedback, makeFeedbackLink } from './portal/feedback.ts';
export { affiliatePortalRoutes } from './portal/portal-routes.ts';
export { affiliateById } from './queries.ts';
export { affiliateRoutes, affiliatesAdminRoutes } from './routes.ts';
