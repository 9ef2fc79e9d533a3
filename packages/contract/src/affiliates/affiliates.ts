import { isTag } from '@tuneport/domain/site/tag';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, IdParams, requiredText, WireDate } from '../shapes.ts';

const TrackingTag = z
  .object({
    id: z.number(),
    tag: z.string(),
    /** Path of the tag's link. */
    path: z.string(),
    /** Different visitors. */
    visits: z.number(),
    /** Paid orders and tune purchases credited to the tag. */
    orders: z.number(),
    created_at: WireDate,
    ended_at: WireDate.nullable(),
  })
  .meta({ id: 'TrackingTag' });

const access = ['affiliate', 'affiliates.admin'] as const;

export const affiliates = {
  'GET /v1/affiliates/:id/tracking-tags': {
    summary: 'Lists the tracking tags of an affiliate with their visits.',
    access,
    params: IdParams,
    reply: z.array(TrackingTag),
    refuses: ['not_found'],
  },
  'POST /v1/affiliates/:id/tracking-tags': {
    summary: 'Creates a tracking tag for the links of an affiliate.',
    access,
    params: IdParams,
    body: z.object({
      tag: requiredText('The tag', 64).refine(isTag, 'Use letters, digits, dots, dashes and underscores.'),
    }),
    reply: TrackingTag,
    status: 201,
    refuses: ['not_found', 'invalid_fields'],
  },
  'DELETE /v1/affiliates/:id/tracking-tags/:tagId': {
    summary: 'Ends a tracking tag. Its links keep working and are no longer counted.',
    access,
    params: IdParams.extend({ tagId: Id }),
    reply: null,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
