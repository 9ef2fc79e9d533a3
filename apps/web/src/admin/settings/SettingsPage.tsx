import { may } from '@tuneport/domain/identity/permissions';
import { Fragment, useMemo } from 'react';
import { useLoaderData } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DetailForm, type FormHandle } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { SectionList } from '../../ui/layout/SectionList.tsx';
import { PageHead } from '../PageHead.tsx';
import { useSave } from '../record/useSave.ts';
import { CurrenciesInput, RatesInput, RedirectsInput, WeekdaysInput } from './ListInputs.tsx';
import css from './settings.module.css';
import { changeOf, fieldOf, fieldsOf, type SettingsRecord, toFormValues } from './settings-form.ts';

export const meta = () => [{ title: pageTitle('Settings') }];

export const clientLoader = () => call('GET /v1/admin/settings');
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Settings" />
      <Skeleton lines={12} label="Loading the settings" />
    </Container>
  );
}

const shown = (record: SettingsRecord) => ({ values: toFormValues(record.values), readAt: record.updated_at });

const listInputs = {
  currencies: CurrenciesInput,
  conversion_rates: RatesInput,
  support_hours: WeekdaysInput,
  redirects: RedirectsInput,
};

export default function SettingsPage() {
  const record = useLoaderData<typeof clientLoader>();
  const facts = factsOf(useUi());
  const readOnly = !may(facts, 'settings.write');
  const isSuperAdmin = may(facts, 'superadmin');
  const groups = useMemo(
    () =>
      record.groups.map((group) => ({
        ...group,
        fields: group.settings.flatMap((setting) => {
          const locked = setting.superadmin && !isSuperAdmin;
          const hint = locked ? `${setting.help} Only a SuperAdmin can change it.` : setting.help;
          return fieldsOf({ ...setting, help: hint }).map((field) => (locked ? { ...field, readOnly: true } : field));
        }),
      })),
    [record.groups, isSuperAdmin],
  );
  const fields = groups.flatMap((group) => group.fields);
  const read = shown(record);
  const { save } = useSave(
    read.values,
    shown,
    (values, known, readAt) => call('PATCH /v1/admin/settings', { body: changeOf(known, values), readAt }),
    (name) => fieldOf(name, fields),
  );

  return (
    <Container width="full" className={css.page}>
      <PageHead title="Settings" />
      <div className={css.columns}>
        <SectionList label="Sections" sections={groups.map(({ key, label }) => ({ id: `settings-${key}`, label }))} />
        <DetailForm
          fields={fields}
          {...read}
          readOnly={readOnly}
          saveLabel="Save settings"
          focusInvalid
          save={save}
          onSaved={() => void refreshUi()}
        >
          {(form) =>
            groups.map((group) => (
              <section
                key={group.key}
                id={`settings-${group.key}`}
                className={css.section}
                aria-labelledby={`group-${group.key}`}
              >
                <h2 id={`group-${group.key}`}>{group.label}</h2>
                <Card>
                  <div className={css.fields}>
                    {group.fields.map((field) => (
                      <Fragment key={field.name}>{inputFor(field, form, readOnly || field.readOnly === true)}</Fragment>
                    ))}
                  </div>
                </Card>
              </section>
            ))
          }
        </DetailForm>
      </div>
    </Container>
  );
}

function inputFor(field: FormField, form: FormHandle, disabled: boolean) {
  const ListInput = Object.hasOwn(listInputs, field.name) ? listInputs[field.name as keyof typeof listInputs] : null;
  if (!ListInput) return form.input(field.name);
  const value = form.values[field.name];
  return (
    <ListInput
      id={form.id(field.name)}
      label={field.label}
      hint={field.hint}
      error={form.errors[field.name]}
      lines={Array.isArray(value) ? value : []}
      disabled={disabled}
      onChange={(lines) => form.set(field.name, lines)}
    />
  );
}
