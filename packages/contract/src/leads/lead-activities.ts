import { activityTypes } from '@tuneport/domain/leads/activities';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { defineNoun, recordCalls } from '../records.ts';
import { Day, Id, requiredText, WireDate } from '../shapes.ts';
import { Named } from './lead-shapes.ts';

const Activity = z
  .object({
    id: z.number(),
    dealId: z.number().nullable(),
    /** The contact of the activity itself. */
    contactId: z.number().nullable(),
    deal: z.object({ id: z.number(), title: z.string() }).nullable(),
    /** The contact of the activity, or that of its deal. */
    contact: Named.nullable(),
    type: z.enum(activityTypes),
    subject: z.string(),
    done: z.boolean(),
    note: z.string(),
    date: z.string(),
    time: z.string().nullable(),
    endTime: z.string().nullable(),
    location: z.string(),
    user: Named.nullable(),
    overdue: z.boolean(),
    createdAt: WireDate,
    updatedAt: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'LeadActivity' });

const Time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30.')
  .nullable();
const fields = {
  dealId: Id.nullable(),
  contactId: Id.nullable(),
  type: z.enum(activityTypes, 'Choose one of the activity types.'),
  subject: requiredText('Subject', leadLimits.subject),
  note: z.string().trim().max(leadLimits.note),
  date: Day,
  time: Time,
  endTime: Time,
  location: z.string().trim().max(300),
  user: Id.nullable(),
  done: z.boolean(),
};

export const leadActivitiesNoun = defineNoun({
  path: '/v1/admin/lead-engine/activities',
  one: 'an activity',
  many: 'activities',
  read: 'leads',
  write: 'leads',
  row: Activity,
  record: Activity,
  create: z.object(fields).partial().required({ type: true, subject: true, date: true }),
  change: z.object(fields).partial(),
  filters: {
    deal: Id.optional(),
    type: z.enum(activityTypes).optional(),
    done: z.enum(['true', 'false']).optional(),
    from: Day.optional(),
    to: Day.optional(),
    owner: Id.optional(),
    overdue: z.enum(['true']).optional(),
    /** Marked as done within these days. */
    doneFrom: Day.optional(),
    doneTo: Day.optional(),
    /** Today or before, and not done. */
    due: z.enum(['true']).optional(),
  },
  precondition: false,
  idempotent: 'accepts',
});

export const leadActivities = {
  ...recordCalls(leadActivitiesNoun),
  'GET /v1/admin/lead-engine/activity-types': {
    summary: 'Lists the activity types.',
    access: 'leads',
    reply: z.array(z.enum(activityTypes)),
  },
  'GET /v1/admin/lead-engine/calendar-feed': {
    summary: "Returns whether the caller's activities can be subscribed to as a calendar.",
    access: 'leads',
    reply: z.object({ on: z.boolean() }),
  },
  'POST /v1/admin/lead-engine/calendar-feed': {
    summary: "Creates a new secret address for the caller's calendar. The previous one stops working.",
    access: 'leads',
    freshLogin: true,
    reply: z.object({ url: z.string() }),
    status: 201,
  },
  'DELETE /v1/admin/lead-engine/calendar-feed': {
    summary: "Ends the caller's calendar address.",
    access: 'leads',
    reply: null,
  },
  'GET /lead-calendar/:token': {
    summary: 'Returns the activities of one owner as an iCalendar feed.',
    access: 'token',
    params: z.object({ token: z.string().regex(/^[\w-]{32}$/) }),
    reply: z.string(),
    raw: true,
    limit: { max: 120, windowS: 3600, by: 'address' },
    refuses: ['not_found'],
  },
} satisfies ContractMap;
