import type { CallReply } from '@tuneport/contract/index';
import { pageTitle } from '../../../shell/title.ts';
import type { Column } from '../../../ui/list/list-columns.ts';
import { changedColumn, countColumn, idColumn, nameColumn, regionsColumn, textColumn } from '../columns.tsx';
import { makes } from '../entities/makes.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Makes') }];

type Row = CallReply<'GET /v1/admin/ecu/makes'>['data'][number];
const columns: readonly Column<Row>[] = [
  nameColumn(),
  textColumn('slug', 'URL slug', (row) => row.slug, { hideBelow: 800 }),
  countColumn('model_count', 'Models', (row) => row.model_count),
  countColumn('year_count', 'Years', (row) => row.year_count, 640),
  countColumn('engine_count', 'Engines', (row) => row.engine_count, 640),
  regionsColumn(),
  changedColumn(),
  idColumn(),
];

export default function MakesPage() {
  return (
    <RecordList
      of="GET /v1/admin/ecu/makes"
      entity={makes}
      alsoAsFile={['years', 'models']}
      title="Makes"
      columns={columns}
      searchLabel="Search name or slug"
      rowName={(row) => row.name}
      empty={{ title: 'Makes appear here once one is created or a vehicle table is imported.' }}
    />
  );
}
