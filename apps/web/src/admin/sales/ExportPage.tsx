import { type FormEvent, useState } from 'react';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { RecordFrame } from '../record/RecordFrame.tsx';
import { kindOptions } from './transaction-labels.tsx';
import css from './transactions.module.css';

export const meta = () => [{ title: pageTitle('Export transactions') }];

export default function ExportPage() {
  const [problem, setProblem] = useState('');
  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => String(form.get(name) ?? ''));
    if (from && to && from > to) {
      setProblem('The last day is before the first day.');
      return;
    }
    setProblem('');
    const query = new URLSearchParams(
      [...form].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
    );
    window.location.assign(`/api/v1/admin/transactions/export?${query}`);
  };
  return (
    <RecordFrame
      crumbs={[{ label: 'Transactions', to: '/admin/transactions' }]}
      title="Export transactions"
      about="One row per line sold, as a CSV file. Dates are in UTC; the last day is included."
    >
      <Card>
        <form className={css.export} onSubmit={download}>
          <TextField label="From" name="from" type="date" optional />
          <TextField label="Until" name="to" type="date" optional error={problem ? [problem] : undefined} />
          <NativeSelect label="Kind" name="kind" options={kindOptions} placeholder="All" />
          <Button type="submit" variant="primary">
            Download CSV
          </Button>
        </form>
      </Card>
    </RecordFrame>
  );
}
