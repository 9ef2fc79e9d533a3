import { trafficAnnotations, trafficGoals } from '@tuneport/contract/analytics/web-traffic';
import { sql } from 'kysely';
import { defineRecords } from '../../../platform/records/define-records.ts';

export const goals = defineRecords(trafficGoals, {
  table: 'traffic_goals',
  subject: 'traffic-goal',
  acts: 'traffic-goals',
  select: sql`r.*`,
  search: ['r.name', 'r.pattern'],
  sort: { name: 'r.name' },
  order: 'r.name',
  constraints: { traffic_goals_name: ['name', 'Another goal has this name.'] },
});

export const annotations = defineRecords(trafficAnnotations, {
  table: 'traffic_annotations',
  subject: 'traffic-annotation',
  acts: 'traffic-annotations',
  select: sql`r.id, to_char(r.day, 'YYYY-MM-DD') as day, r.text, r.created_at, r.updated_at`,
  search: ['r.text'],
  sort: { day: 'r.day' },
  order: 'r.day desc, r.id desc',
  initial: (_db, _input, { actor }) => ({ written_by: actor.userId }),
});
