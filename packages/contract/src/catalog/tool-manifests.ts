import { manifestStates } from '@tuneport/domain/catalog/tools/manifest-states';
import {
  manifestConnections,
  manifestOperations,
  manifestProtocols,
  manifestUnits,
} from '@tuneport/domain/catalog/tools/tool-manifest';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, Page, PageQuery, WireDate } from '../shapes.ts';
import { ToolManifest } from './tool-manifest.ts';

const Named = z.object({ id: z.number(), name: z.string() });
const ListedManifest = z.object({
  id: z.number(),
  tool: Named.extend({ slug: z.string() }),
  /** The version of the tool's manifest, counted per tool. */
  version: z.number(),
  firmware: z.string(),
  state: z.enum(manifestStates),
  is_own: z.boolean(),
  author: z.string(),
  created_at: WireDate,
  updated_at: WireDate,
});
const Manifest = ListedManifest.extend({
  manifest: ToolManifest,
  /** Why it was rejected or ended. */
  reason: z.string(),
  /** What is different from the version in effect, or from the version before it. */
  diff: z.object({
    /** The version compared with; null for the first. */
    version: z.number().nullable(),
    changes: z.array(z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  }),
  /** Engines and transmissions with tunes for this tool that the manifest does not let it write. */
  excluded: z.object({ engines: z.number(), transmissions: z.number() }),
});

const Way = z.object({
  family: z.string(),
  connection: z.enum(manifestConnections),
  protocols: z.array(z.enum(manifestProtocols)),
  max_file_bytes: z.number().optional(),
  block_bytes: z.number().optional(),
});
const VehicleSimulation = z.object({
  tool: Named,
  units: z.array(
    z.object({
      unit: z.enum(manifestUnits),
      /** The engine or transmission with this control unit. */
      part: Named.extend({ code: z.string(), slug: z.string() }),
      operations: z.array(
        z.object({
          operation: z.enum(manifestOperations),
          offered: z.boolean(),
          reason: z.string().nullable(),
          ways: z.array(Way),
        }),
      ),
    }),
  ),
  /** The tunes of the vehicle, and whether customers would be offered this tool for them. */
  tunes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      unit: z.enum(manifestUnits),
      offered: z.boolean(),
      reasons: z.array(z.string()),
    }),
  ),
});

const access = 'developer';
const apiScope = 'tools.write';
const reason = z.string().trim().max(1000).default('');

export const toolManifests = {
  'GET /tool-manifest-schema': {
    summary: 'Returns the JSON schema of tool manifests.',
    access: 'public',
    reply: z.record(z.string(), z.unknown()),
    raw: true,
  },
  'GET /v1/tool-manifests': {
    summary: 'Lists your manifests and those in effect; staff see all that were submitted.',
    access,
    apiScope,
    query: PageQuery.pick({ page: true }).extend({
      tool: z.string().max(120).optional(),
      state: z.enum(manifestStates).optional(),
    }),
    reply: Page(ListedManifest),
  },
  'POST /v1/tool-manifests': {
    summary: 'Saves a manifest as a draft, the next version of its tool.',
    access,
    apiScope,
    body: ToolManifest,
    reply: Manifest,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields', 'conflict'],
    limit: { max: 60, windowS: 3600, by: 'actor' },
  },
  'GET /v1/tool-manifests/:id': {
    summary: 'Shows a manifest and what it changes.',
    access,
    apiScope,
    params: IdParams,
    reply: Manifest,
    refuses: ['not_found'],
  },
  'PUT /v1/tool-manifests/:id': {
    summary: 'Replaces the content of a draft.',
    access,
    params: IdParams,
    body: ToolManifest,
    reply: Manifest,
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
  'DELETE /v1/tool-manifests/:id': {
    summary: 'Deletes a draft.',
    access,
    params: IdParams,
    reply: null,
    refuses: ['not_found', 'conflict'],
  },
  'POST /v1/tool-manifests/:id/submit': {
    summary: 'Submits a draft for approval.',
    access,
    apiScope,
    params: IdParams,
    reply: Manifest,
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /v1/tool-manifests/:id/withdraw': {
    summary: 'Takes a submitted manifest back, to change it.',
    access,
    params: IdParams,
    reply: Manifest,
    refuses: ['not_found', 'invalid_transition'],
  },
  'POST /v1/admin/tool-manifests/:id/decide': {
    summary: 'Approves or rejects a submitted manifest, or ends the one in effect.',
    access: 'admin',
    params: IdParams,
    body: z.object({ decision: z.enum(['approve', 'reject', 'end']), reason }),
    reply: Manifest,
    precondition: true,
    refuses: ['not_found', 'stale_record', 'invalid_transition', 'invalid_fields', 'forbidden'],
  },
  'POST /v1/tool-simulations/vehicle': {
    summary: 'Shows what a tool with this manifest could do with a vehicle, and why not. Nothing is stored.',
    access,
    apiScope,
    body: z.object({ manifest: ToolManifest, engine: Id, transmission: Id.nullable().default(null) }),
    reply: VehicleSimulation,
    refuses: ['not_found', 'invalid_fields'],
    expensive: true,
    limit: { max: 300, windowS: 600, by: 'actor' },
  },
} as const satisfies ContractMap;
