import { currencyCodes } from '@tuneport/domain/money/money';
import { useNavigate } from 'react-router';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { partnerStateOptions } from './partner-state.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import { useSave } from './useSave.ts';

type Partner = { readonly id: number; readonly name: string };

type Props<P extends Partner> = {
  /** Null for a new partner. */
  partner: P | null;
  /** "tuner" */
  word: string;
  list: { readonly label: string; readonly to: string };
  fields: readonly FormField[];
  blank: FormValues;
  show: (partner: P) => { values: FormValues; readAt: string };
  create: (values: FormValues) => Promise<P>;
  change: (partner: P, changed: FormValues, readAt: string) => Promise<P>;
};

/** Creates or edits a partner who is paid shares. */
export function PartnerEdit<P extends Partner>({ partner, word, list, fields, blank, show, create, change }: Props<P>) {
  const navigate = useNavigate();
  const shown = partner ? show(partner) : { values: blank, readAt: '' };
  const { save, saved } = useSave(shown.values, show, (values, known, readAt): Promise<P> => {
    const changed = changedNames(Object.keys(values), known, values).map((name) => [name, values[name]] as const);
    return partner ? change(partner, Object.fromEntries(changed) as FormValues, readAt) : create(values);
  });
  return (
    <RecordFrame
      crumbs={[list, ...(partner ? [{ label: partner.name, to: `${list.to}/${partner.id}` }] : [])]}
      title={partner ? `Edit ${word}` : `New ${word}`}
    >
      <Card>
        <DetailForm
          key={partner?.id ?? 'new'}
          fields={fields}
          {...shown}
          saveLabel={partner ? `Save ${word}` : `Create ${word}`}
          save={save}
          onSaved={() => saved.current && void navigate(`${list.to}/${saved.current.id}`)}
        />
      </Card>
    </RecordFrame>
  );
}

export const nameField: FormField = { name: 'name', label: 'Name', kind: 'text', maxLength: 120 };

/** State and shares of a partner. */
export const paidFields = (shareHint: string): readonly FormField[] => [
  { name: 'state', label: 'Status', kind: 'select', options: partnerStateOptions },
  {
    name: 'currency',
    label: 'Payout currency',
    kind: 'select',
    options: currencyCodes.map((code) => ({ value: code, label: code })),
  },
  { name: 'share_percent', label: 'Share of sales', kind: 'number', unit: '%', hint: shareHint },
];
