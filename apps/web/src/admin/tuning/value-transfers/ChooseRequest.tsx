import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import type { RefSearch } from '../../../ui/form/form-fields.ts';
import { RefPicker } from '../../../ui/form/RefPicker.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import type { ValueTransfer } from './ValueTransferRecord.tsx';

type Props = { transfer: ValueTransfer; onChosen: (id: number | null) => void };

/** The request that gets the value, which can still be chosen until the value is reserved. */
export function ChooseRequest({ transfer, onChosen }: Props) {
  const first = transfer.new_request;
  const [picked, setPicked] = useState(first && { id: first.id, name: `${first.number} ${first.vehicle}` });
  const search: RefSearch = async (text, signal) => {
    const owner = transfer.dealer ? {} : { customer: transfer.customer.id };
    const query = { search: text, state: 'matched', ...owner, page: 1 };
    const page = await call('GET /v1/admin/tune-requests', { query, ...(signal ? { signal } : {}) });
    return page.data.map((row) => ({ id: row.id, name: `${row.number} ${row.vehicle}` }));
  };
  return (
    <Card>
      <h2>New request</h2>
      <RefPicker
        label="New request"
        hint="Of the same customer, with chosen tunes and not paid yet."
        value={picked}
        search={search}
        disabled={false}
        onChange={(ref) => {
          setPicked(ref);
          onChosen(ref?.id ?? null);
        }}
      />
    </Card>
  );
}
