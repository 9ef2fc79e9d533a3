import { manifestMachine } from '@tuneport/domain/catalog/tools/manifest-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { dateColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';

type Row = RowOf<'GET /v1/tool-manifests'>;

export const meta = () => [{ title: pageTitle('Tool manifests') }];

const columns: readonly Column<Row>[] = [
  { id: 'tool', label: 'Tool', cell: ({ tool }) => tool.name, csv: ({ tool }) => tool.slug },
  { id: 'version', label: 'Version', align: 'end', cell: ({ version }) => version, csv: ({ version }) => version },
  textColumn('firmware', 'Firmware'),
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateBadge machine={manifestMachine} state={state} />,
    csv: ({ state }) => state,
  },
  textColumn('author', 'Developer', { hideBelow: 800 }),
  dateColumn('updated_at', 'Changed', { hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(manifestMachine) },
];

export default function ManifestsPage() {
  return (
    <AdminList
      of="GET /v1/tool-manifests"
      title="Tool manifests"
      withoutViews
      columns={columns}
      filters={filters}
      rowKey={({ id }) => id}
      rowName={({ tool, version }) => `${tool.name} ${version}`}
      rowLink={({ id }) => `/developer/manifests/${id}`}
      create={{ label: 'New manifest', to: '/developer/manifests/new' }}
      headActions={
        <ButtonLink to="/api/tool-manifest-schema" reloadDocument>
          Download JSON schema
        </ButtonLink>
      }
      empty={{
        title: 'Manifests appear here once you write one.',
        text: 'A manifest describes what your tool can do. It takes effect when staff approve it.',
        step: (
          <ButtonLink variant="quiet" to="/developer/manifests/new">
            Write the first manifest
          </ButtonLink>
        ),
      }}
    />
  );
}
