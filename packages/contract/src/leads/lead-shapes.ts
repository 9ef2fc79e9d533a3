import { leadLimits } from '@tuneport/domain/leads/limits';
import { z } from 'zod';
import { Id, requiredText } from '../shapes.ts';

// Shapes that several calls of the lead engine share.

export const Named = z.object({ id: z.number(), name: z.string() });

/** An id, or a name: found if it exists, otherwise added. */
export const RefOrName = z.union([Id, requiredText('Name', leadLimits.name)]).nullable();

export const LabelIds = z.array(Id).max(leadLimits.labels);
