import type { dealerMembers } from '@tuneport/contract/dealers/dealer-members';
import type { dealerSettings } from '@tuneport/contract/dealers/dealer-settings';
import { handlers } from '../../../platform/http/context.ts';
import { addDealerAddress, changeDealerAddress, dealerAddresses, deleteDealerAddress } from './addresses.ts';
import { presentBranding, removeLogo, saveBranding, sendDealerLogo } from './branding.ts';
import { acceptInvite, invite, listInvites, showInvite, withdrawInvite } from './invites.ts';
import { markStep, stepsOf } from './onboarding.ts';
import { ownDealer } from './own-dealer.ts';
import {
  addByEmail,
  leaveDealer,
  listMembers,
  myMembership,
  removeFromPortal,
  updateMember,
} from './portal-members.ts';
import { listSpecializations, presentPortal, presentSettings, saveSettings, setSpecializations } from './settings.ts';

export const dealerMemberRoutes = handlers<typeof dealerMembers>({
  'GET /v1/dealers/:id/members': async ({ db, actor, params, now }) =>
    listMembers(db, await ownDealer(db, actor, params.id), now),
  'POST /v1/dealers/:id/members': ({ db, actor, params, body, now }) => addByEmail(db, actor, params.id, body, now),
  'PATCH /v1/dealers/:id/members/:memberId': ({ db, actor, params, body, now }) =>
    updateMember(db, actor, params.id, params.memberId, body, now),
  'DELETE /v1/dealers/:id/members/:memberId': ({ db, actor, params, now }) =>
    removeFromPortal(db, actor, params.id, params.memberId, now),
  'GET /v1/dealers/:id/invites': async ({ db, actor, params, now }) =>
    listInvites(db, await ownDealer(db, actor, params.id), now),
  'POST /v1/dealers/:id/invites': ({ db, platform, actor, params, body, now }) =>
    invite(db, platform.config.publicOrigin, actor, params.id, body, now),
  'DELETE /v1/dealers/:id/invites/:inviteId': ({ db, actor, params, now }) =>
    withdrawInvite(db, actor, params.id, params.inviteId, now),
  'GET /v1/dealers/:id/invites/:inviteId': ({ db, actor, params, now }) =>
    showInvite(db, actor, params.id, params.inviteId, now),
  'POST /v1/dealers/:id/invites/:inviteId/accept': ({ db, actor, params, now }) =>
    acceptInvite(db, actor, params.id, params.inviteId, now),
  'GET /v1/dealers/:id/my-membership': ({ db, actor, params }) => myMembership(db, actor, params.id),
  'DELETE /v1/dealers/:id/my-membership': ({ db, actor, params, now }) => leaveDealer(db, actor, params.id, now),
});

export const dealerSettingRoutes = handlers<typeof dealerSettings>({
  'GET /v1/dealers/:id': async ({ platform, db, actor, params, now }) =>
    presentPortal(platform, db, await ownDealer(db, actor, params.id), actor.userId, now),
  'GET /v1/dealers/:id/settings': async ({ db, actor, params }) =>
    presentSettings(db, await ownDealer(db, actor, params.id)),
  'PATCH /v1/dealers/:id/settings': ({ platform, actor, params, body, readAt, now }) =>
    saveSettings(platform, actor, params.id, body, readAt, now),
  'GET /v1/dealers/:id/branding': async ({ db, actor, params }) =>
    presentBranding(await ownDealer(db, actor, params.id)),
  'PUT /v1/dealers/:id/branding': async ({ platform, actor, params, body, files, now }) =>
    presentBranding(await saveBranding(platform, actor, params.id, body, files, now)),
  'DELETE /v1/dealers/:id/branding/logo': ({ db, actor, params, now }) => removeLogo(db, actor, params.id, now),
  'GET /v1/dealer-logos/:id': ({ db, platform, params }) => sendDealerLogo(db, platform, params.id),
  'GET /dealer-specializations': ({ db }) => listSpecializations(db),
  'PUT /v1/dealers/:id/dealer-specializations': ({ db, actor, params, body }) =>
    setSpecializations(db, actor, params.id, body.ids),
  'GET /v1/dealers/:id/addresses': async ({ db, actor, params }) =>
    dealerAddresses(db, (await ownDealer(db, actor, params.id)).id),
  'POST /v1/dealers/:id/addresses': ({ db, actor, params, body, now }) =>
    addDealerAddress(db, actor, params.id, body, now),
  'PATCH /v1/dealers/:id/addresses/:addressId': ({ db, actor, params, body, now }) =>
    changeDealerAddress(db, actor, params, body, now),
  'DELETE /v1/dealers/:id/addresses/:addressId': ({ db, actor, params }) => deleteDealerAddress(db, actor, params),
  'GET /v1/dealers/:id/onboarding-progress': async ({ db, actor, params }) =>
    stepsOf(db, await ownDealer(db, actor, params.id)),
  'PATCH /v1/dealers/:id/onboarding-progress': ({ db, actor, params, body, now }) =>
    markStep(db, actor, params.id, body, now),
});
