import { toolManifestSchema } from '@tuneport/contract/catalog/tool-manifest';
import type { toolManifests } from '@tuneport/contract/catalog/tool-manifests';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { changeManifest, createManifest, decideManifest, deleteManifest, moveOwnManifest } from './manage-manifests.ts';
import { listManifests, readManifest } from './manifest-queries.ts';
import { simulateVehicle } from './simulate-vehicle.ts';

export const toolManifestRoutes = handlers<typeof toolManifests>({
  'GET /tool-manifest-schema': ({ platform }) => ({
    status: 200,
    headers: {
      'content-type': 'application/schema+json; charset=utf-8',
      'content-disposition': 'attachment; filename="tool-manifest.schema.json"',
    },
    body: JSON.stringify(toolManifestSchema(platform.config.publicOrigin), null, 2),
  }),
  'GET /v1/tool-manifests': ({ db, actor, query }) => listManifests(db, signedIn(actor), query),
  'POST /v1/tool-manifests': ({ db, actor, body, now }) => createManifest({ db, now }, signedIn(actor), body),
  'GET /v1/tool-manifests/:id': ({ db, actor, params }) => readManifest(db, signedIn(actor), params.id),
  'PUT /v1/tool-manifests/:id': ({ db, actor, params, body, now }) =>
    changeManifest({ db, now }, signedIn(actor), params.id, body),
  'DELETE /v1/tool-manifests/:id': ({ db, actor, params }) => deleteManifest(db, signedIn(actor), params.id),
  'POST /v1/tool-manifests/:id/submit': ({ db, actor, params, now }) =>
    moveOwnManifest({ db, now }, signedIn(actor), params.id, 'submit'),
  'POST /v1/tool-manifests/:id/withdraw': ({ db, actor, params, now }) =>
    moveOwnManifest({ db, now }, signedIn(actor), params.id, 'withdraw'),
  'POST /v1/admin/tool-manifests/:id/decide': ({ db, actor, params, body, platform, readAt, now }) =>
    decideManifest({ db, now, origin: platform.config.publicOrigin }, signedIn(actor), params.id, { ...body, readAt }),
  'POST /v1/tool-simulations/vehicle': ({ db, region, body }) => simulateVehicle(db, region, body),
});
