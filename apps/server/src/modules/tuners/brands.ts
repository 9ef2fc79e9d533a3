import { tunerBrands } from '@tuneport/contract/tuners/tuners-admin';
import { sql } from 'kysely';
import { countOf } from '../../platform/db/lists/count-of.ts';
import { defineRecords } from '../../platform/records/define-records.ts';
import { brandMembers } from './queries.ts';

export const brands = defineRecords(tunerBrands, {
  table: 'tuner_brands',
  subject: 'tuner-brand',
  acts: 'tuner-brands',
  select: sql`r.*, (select count(*)::int from tuner_brand_members m where m.brand_id = r.id) as members`,
  search: ['r.name', 'r.slug'],
  sort: { name: 'lower(r.name)', created_at: 'r.created_at' },
  order: 'lower(r.name)',
  constraints: { tuner_brands_slug_key: ['slug', 'Another brand has this URL slug.'] },
  detail: async (db, brand) => ({ ...brand, members: await brandMembers(db, brand.id) }),
  uses: async (db, id) => [
    { count: await countOf(db, 'tuner_brand_members', 'brand_id', id), one: 'tuner', many: 'tuners' },
  ],
});
