import { useState } from 'react';
import { call } from '../../platform/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { NativeSelect } from '../../ui/field/NativeSelect.tsx';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import { Stack } from '../../ui/Layout.tsx';
import type { BulkAction } from '../../ui/list/ListPage.tsx';
import { toast } from '../../ui/toast-store.ts';
import { saveResult } from '../record/save-result.ts';
import { type Choices, fieldOf, formField, sentValue, shownRecord } from './catalog-field.ts';
import type { Entity } from './entity.ts';
import { CatalogInput } from './inputs/CatalogInput.tsx';
import { deleteRecord } from './record-calls.ts';

type Row = { id: number };
type Open = { ids: readonly number[]; done: () => void };
type BulkKind = Parameters<typeof call<'POST /v1/admin/ecu/bulk-edit'>>[1] extends { body: { kind: infer K } }
  ? K
  : never;

/** What can be done with the rows that are ticked, and the dialog that asks what to set. */
export function useBulk<R extends Row>(entity: Entity, choices: Choices | null, mayWrite: boolean) {
  const [open, setOpen] = useState<Open | null>(null);
  const actions: BulkAction<R>[] = [
    {
      label: 'Edit',
      run: (rows) =>
        new Promise<void>((done) => {
          setOpen({ ids: rows.map(({ id }) => id), done });
        }),
    },
    {
      label: 'Delete',
      danger: true,
      confirm: 'What something still hangs on stays, and you are told what.',
      run: async (rows) => {
        for (const { id } of rows) await deleteRecord(entity.kind, id);
      },
    },
  ];
  const close = () => {
    open?.done();
    setOpen(null);
  };
  const dialog =
    open && choices ? <BulkDialog entity={entity} choices={choices} ids={open.ids} onClose={close} /> : null;
  return { bulkActions: mayWrite ? actions : undefined, dialog };
}

type Props = { entity: Entity; choices: Choices; ids: readonly number[]; onClose: () => void };

function BulkDialog({ entity, choices, ids, onClose }: Props) {
  const fields = entity.fields.filter(({ name }) => entity.bulk?.includes(name));
  const [name, setName] = useState(fields[0]?.name ?? '');
  const field = fields.find((one) => one.name === name);
  const what = ids.length === 1 ? `one ${entity.noun}` : `${ids.length} ${entity.noun}s`;
  return (
    <Dialog open onClose={onClose} title={`Edit ${what}`} foot={<Button onClick={onClose}>Close</Button>}>
      <Stack>
        <NativeSelect
          label="Set"
          value={name}
          options={fields.map((one) => ({ value: one.name, label: one.label }))}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {field ? (
          <DetailForm
            key={name}
            fields={[formField({ ...field, section: undefined }, choices)]}
            values={{ ...shownRecord([field], {}), [name]: shownRecord([field], {})[name] ?? null }}
            readAt=""
            saveLabel={`Set for ${what}`}
            save={(values) =>
              saveResult(
                async () => {
                  const reply = await call('POST /v1/admin/ecu/bulk-edit', {
                    body: {
                      kind: entity.kind as BulkKind,
                      ids: [...ids],
                      change: { [name]: sentValue(field, values[name]) },
                    },
                  });
                  toast(`${reply.changed} changed, ${reply.unchanged} were so already.`);
                  return values;
                },
                (kept) => ({ values: kept, readAt: '' }),
                fieldOf,
              )
            }
            onSaved={onClose}
          >
            {(form) => <CatalogInput field={field} form={form} choices={choices} disabled={false} />}
          </DetailForm>
        ) : null}
      </Stack>
    </Dialog>
  );
}
