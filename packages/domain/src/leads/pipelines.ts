import { dayMs } from '../units/durations.ts';
import type { CustomFieldName } from './custom-fields.ts';

/** Deal fields that a stage can require before a deal enters it. */
export const requirableFields = ['value', 'organization', 'contact', 'user', 'expectedCloseDate'] as const;
export type RequirableField = (typeof requirableFields)[number];
/** Names in the rules of a stage; custom fields are required too. */
export type RequiredField = RequirableField | CustomFieldName;
export const requirableFieldLabels: Readonly<Record<RequirableField, string>> = {
  value: 'Value',
  organization: 'Organization',
  contact: 'Contact',
  user: 'Owner',
  expectedCloseDate: 'Expected close date',
};

type NewStage = {
  readonly name: string;
  readonly probability: number;
  readonly rotDays: number | null;
  readonly closesAs: 'won' | 'lost' | null;
};

/** The stages of a new pipeline, in their order. */
export const defaultStages: readonly NewStage[] = [
  { name: 'First Contact', probability: 10, rotDays: 7, closesAs: null },
  { name: 'Contact Made', probability: 25, rotDays: 7, closesAs: null },
  { name: 'PDF Sent', probability: 45, rotDays: 10, closesAs: null },
  { name: 'Follow Up', probability: 65, rotDays: 10, closesAs: null },
  { name: 'Signed On', probability: 100, rotDays: null, closesAs: 'won' },
  { name: 'Lost', probability: 0, rotDays: null, closesAs: 'lost' },
];

export const priorities = ['low', 'medium', 'high'] as const;
export type Priority = (typeof priorities)[number];
export const priorityLabels: Readonly<Record<Priority, string>> = { low: 'Low', medium: 'Medium', high: 'High' };

export const labelColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;

/** Whole days a deal has been in its stage; a closed deal stops counting. */
export const daysInStage = (enteredAt: Date, until: Date): number =>
  Math.max(0, Math.floor((until.getTime() - enteredAt.getTime()) / dayMs));

/** How far a deal has aged in its stage: 0 is fresh, 1 and more is rotting. Null where deals do not rot. */
export const rotShare = (days: number, rotDays: number | null): number | null =>
  rotDays === null ? null : days / rotDays;
