import { customFieldKindLabels, customFieldKinds, customFieldsMax } from '@tuneport/domain/leads/custom-fields';
import { currencyCodes } from '@tuneport/domain/money/money';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { numberColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import type { RowOf } from '../../AdminList.tsx';
import { NounPanelList } from '../../record/noun/NounList.tsx';
import type { Noun } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import { LeadTabs } from '../LeadTabs.tsx';
import css from '../leads.module.css';

export const meta = () => [{ title: pageTitle('Custom fields') }];

const recordOptions = [
  { value: 'deal', label: 'Deals' },
  { value: 'contact', label: 'Contacts' },
];
const noun: Noun = {
  path: '/v1/admin/lead-engine/fields',
  to: '/admin/lead-engine/settings/fields',
  one: 'custom field',
  short: 'field',
  many: 'Custom fields',
  write: 'leads',
  title: (field) => String(field.name),
  fields: [
    { name: 'record', label: 'Used for', kind: 'select', options: recordOptions, createOnly: true },
    {
      name: 'kind',
      label: 'Type',
      kind: 'select',
      options: customFieldKinds.map((value) => ({ value, label: customFieldKindLabels[value] })),
      createOnly: true,
      hint: 'Cannot be changed later.',
    },
    { name: 'name', label: 'Name', kind: 'text', maxLength: 60, wide: true },
    {
      name: 'currency',
      label: 'Currency',
      kind: 'select',
      options: currencyCodes.map((value) => ({ value, label: value })),
      placeholder: 'Choose',
      createOnly: true,
      when: ({ kind }) => kind === 'money',
    },
    {
      name: 'options',
      label: 'Options',
      kind: 'textarea',
      rows: 5,
      wide: true,
      hint: 'One per line. Records keep an option that you remove.',
      when: ({ kind }) => kind === 'choice',
    },
    {
      name: 'position',
      label: 'Sort order (lowest first)',
      kind: 'number',
      min: 1,
      max: 1000,
      step: 1,
      optional: true,
      hint: 'Leave blank to add it at the end.',
    },
    {
      name: 'archived',
      label: 'Archived',
      kind: 'checkbox',
      changeOnly: true,
      hint: 'Records keep their values, but forms, lists and stage rules no longer show the field.',
    },
  ],
  blank: { record: 'deal', kind: 'text' },
  deleting: 'A field that records have values of cannot be deleted. Archive it instead.',
};

/** The options as lines. */
const read = (field: StoredRecord) => ({ ...field, options: (field.options as string[]).join('\n') });

type Row = RowOf<'GET /v1/admin/lead-engine/fields'>;
const recordName = ({ record }: Row) => (record === 'deal' ? 'Deals' : 'Contacts');
const kindName = ({ kind, currency }: Row) => `${customFieldKindLabels[kind]}${currency ? ` (${currency})` : ''}`;
const columns: readonly Column<Row>[] = [
  textColumn('name', 'Name', { sortable: true, editable: true }),
  { id: 'record', label: 'Used for', cell: recordName, csv: recordName },
  { id: 'kind', label: 'Type', cell: kindName, csv: kindName },
  {
    id: 'options',
    label: 'Options',
    cell: (field) => field.options.join(', ') || '–',
    csv: (field) => field.options.join('; '),
    hideBelow: 1000,
  },
  numberColumn('position', 'Sort order', { sortable: true, editable: true, hideBelow: 640 }),
  {
    id: 'archived',
    label: 'Archived',
    cell: (field) => (field.archived ? 'Yes' : 'No'),
    csv: (field) => (field.archived ? 'yes' : 'no'),
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'record', label: 'Used for', kind: 'select', options: recordOptions },
  { id: 'archived', label: 'Archived', kind: 'boolean', yes: 'Yes', no: 'No' },
];

export default function FieldsPage() {
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      <NounPanelList
        of="GET /v1/admin/lead-engine/fields"
        noun={noun}
        read={read}
        columns={columns}
        filters={filters}
        searchLabel="Search name"
        headActions={<ButtonLink to="/admin/lead-engine/settings">Pipeline settings</ButtonLink>}
        empty={{
          title: 'Custom fields appear here once you add one.',
          text: `Deals and contacts can have ${customFieldsMax} fields each. Lists, imports, stage rules and e-mail templates use them too.`,
        }}
      />
    </>
  );
}
