import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { Card, Container } from '../../../ui/layout/Layout.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import css from '../catalog-admin.module.css';
import type { Choices } from '../catalog-field.ts';
import { changedColumn, countColumn, idColumn, nameColumn, textColumn } from '../columns.tsx';
import { tuneTypes } from '../entities/small.ts';
import { named } from '../entity.ts';
import { RecordList } from '../RecordList.tsx';

export const meta = () => [{ title: pageTitle('Tune types') }];

type Row = CallReply<'GET /v1/admin/ecu/tune-types'>['data'][number];
const markText = (row: Row) => [row.is_awd ? 'AWD' : '', row.is_dsg ? 'DSG' : ''].filter(Boolean).join(', ');
const columns: readonly Column<Row>[] = [
  nameColumn(),
  textColumn('group_name', 'Group', (row) => row.group_name),
  textColumn('marks', 'For', markText, { hideBelow: 640 }),
  textColumn('categories', 'Shown on', (row) => row.categories.join(', '), { hideBelow: 800 }),
  countColumn('tune_count', 'Tunes', (row) => row.tune_count),
  changedColumn(),
  idColumn(),
];
const filters = (choices: Choices | null): readonly FilterSpec[] => [
  { id: 'group_id', label: 'Group', kind: 'select', options: named(choices?.tune_type_groups ?? []) },
];

export default function TuneTypesPage() {
  return (
    <>
      <RecordList
        of="GET /v1/admin/ecu/tune-types"
        entity={tuneTypes}
        alsoAsFile={['tune-type-groups']}
        title="Tune types"
        columns={columns}
        filters={filters}
        searchLabel="Search name"
        rowName={(row) => row.name}
        empty={{ title: 'Tune types appear here once the first one is created.' }}
      />
      <Groups />
    </>
  );
}

/** Groups have no separate list: they are shown below their types. */
function Groups() {
  const [groups, setGroups] = useState<CallReply<'GET /tune-type-groups'> | null>(null);
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  useEffect(() => {
    let gone = false;
    call('GET /tune-type-groups').then(
      (found) => gone || setGroups(found),
      () => gone || setGroups([]),
    );
    return () => {
      gone = true;
    };
  }, []);
  return (
    <Container width="full">
      <Card>
        <div className={css.block}>
          <div className={css.head}>
            <h2>Groups</h2>
            {mayWrite ? (
              <ButtonLink size="small" to="/catalog-manage/tune-type-groups/new">
                New group
              </ButtonLink>
            ) : null}
          </div>
          {groups?.length === 0 ? <p className={css.quiet}>There are no groups yet.</p> : null}
          <ul className={css.plain}>
            {groups?.map((group) => (
              <li key={group.id}>
                <TextLink to={`/catalog-manage/tune-type-groups/${group.id}`} discover="none">
                  {group.name}
                </TextLink>
                <span className={css.quiet}>{group.types.map(({ name }) => name).join(', ') || 'No types'}</span>
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </Container>
  );
}
