import { leadLimits } from '@tuneport/domain/leads/limits';
import { z } from 'zod';
import { defineNoun, recordCalls } from '../records.ts';
import { Id, requiredText, WireDate } from '../shapes.ts';
import { Named } from './lead-shapes.ts';

export const Note = z
  .object({
    id: z.number(),
    dealId: z.number().nullable(),
    contactId: z.number().nullable(),
    text: z.string(),
    pinned: z.boolean(),
    writtenBy: Named.nullable(),
    createdAt: WireDate,
    updatedAt: WireDate,
  })
  .meta({ id: 'LeadNote' });
const noteFields = { text: requiredText('Text', leadLimits.note), pinned: z.boolean() };
const Target = z.object({ dealId: Id.nullable().default(null), contactId: Id.nullable().default(null) });

export const leadNotesNoun = defineNoun({
  path: '/v1/admin/lead-engine/notes',
  one: 'a note',
  many: 'notes of a deal or contact, pinned first',
  read: 'leads',
  write: 'leads',
  row: Note,
  record: Note,
  create: Target.extend({ ...noteFields, pinned: noteFields.pinned.default(false) }),
  change: z.object(noteFields).partial(),
  filters: { dealId: Id.optional(), contactId: Id.optional() },
  precondition: false,
  idempotent: 'accepts',
  calls: ['list', 'create', 'update', 'delete'],
});

const Comment = z
  .object({
    id: z.number(),
    noteId: z.number().nullable(),
    activityId: z.number().nullable(),
    text: z.string(),
    writtenBy: Named.nullable(),
    createdAt: WireDate,
    updatedAt: WireDate,
  })
  .meta({ id: 'LeadComment' });
const commentFields = { text: requiredText('Text', leadLimits.comment) };

export const leadCommentsNoun = defineNoun({
  path: '/v1/admin/lead-engine/comments',
  one: 'a comment',
  many: 'comments under a note or activity',
  read: 'leads',
  write: 'leads',
  row: Comment,
  record: Comment,
  create: z.object({
    noteId: Id.nullable().default(null),
    activityId: Id.nullable().default(null),
    ...commentFields,
  }),
  change: z.object(commentFields).partial(),
  filters: { noteId: Id.optional(), activityId: Id.optional() },
  precondition: false,
  idempotent: 'accepts',
  calls: ['list', 'create', 'update', 'delete'],
});

export const leadNotes = { ...recordCalls(leadNotesNoun), ...recordCalls(leadCommentsNoun) };
