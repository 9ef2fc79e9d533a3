import { valueTransferCauseNames, valueTransferCauses } from '@tuneport/domain/tuning/value-transfer-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import type { Ref, RefSearch } from '../../../ui/form/form-fields.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { RefPicker } from '../../../ui/form/RefPicker.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { useStep } from '../../record/useStep.ts';

export const meta = () => [{ title: pageTitle('New value transfer') }];

const nameOf = (request: { number: string; vehicle: string; customer: string | { name: string } }) =>
  `${request.number} ${request.vehicle}, ${typeof request.customer === 'string' ? request.customer : request.customer.name}`;

/** A link from a tune request names the old request. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('old');
  if (!id) return { old: null };
  const found = await call('GET /v1/tune-requests/:id', { params: { id } });
  return { old: { id: found.id, name: nameOf(found) } };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the form" />;

const requests =
  (state: string): RefSearch =>
  async (search, signal) => {
    const page = await call('GET /v1/admin/tune-requests', {
      query: { search, state, page: 1 },
      ...(signal ? { signal } : {}),
    });
    return page.data.map((row) => ({ id: row.id, name: nameOf(row) }));
  };
const delivered = requests('delivered,closed');
const unpaid = requests('matched');
const causes = valueTransferCauses.map((value) => ({ value, label: valueTransferCauseNames[value] }));

type Input = { cause: 'upgrade'; reason: string; evidence: string };

export default function NewValueTransfer() {
  const loaded = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const [old, setOld] = useState<Ref | null>(loaded.old);
  const [next, setNext] = useState<Ref | null>(null);
  const { busy, problem, send } = useStep(async (input: Input) => {
    const body = { ...input, old_request_id: old?.id ?? 0, new_request_id: next?.id ?? null };
    const made = await call('POST /v1/admin/instatune-value-transfers', { body, once: true });
    toast('Value transfer requested.');
    await navigate(`/admin/instatune-value-transfers/${made.id}`);
  });
  return (
    <RecordFrame
      crumbs={[{ label: 'Value transfers', to: '/admin/instatune-value-transfers' }]}
      title="New value transfer"
    >
      <Card>
        <form
          noValidate
          aria-label="New value transfer"
          onSubmit={(event) =>
            void send((field) => ({
              cause: field('cause') as 'upgrade',
              reason: field('reason'),
              evidence: field('evidence'),
            }))(event)
          }
        >
          <Stack>
            <FormError message={problem.message} />
            <RefPicker
              label="Old request"
              hint="Delivered and paid. Its value moves to the new request."
              value={old}
              search={delivered}
              disabled={busy}
              onChange={setOld}
              error={problem.errors.old_request_id}
            />
            <RefPicker
              label="New request"
              hint="From the same customer, with tunes chosen and not yet paid. Leave blank to choose one later."
              value={next}
              search={unpaid}
              disabled={busy}
              onChange={setNext}
              error={problem.errors.new_request_id}
            />
            <NativeSelect label="Cause" name="cause" options={causes} error={problem.errors.cause} />
            <Textarea label="Reason" name="reason" rows={3} maxLength={1000} error={problem.errors.reason} />
            <Textarea
              label="Evidence"
              name="evidence"
              rows={3}
              maxLength={4000}
              optional
              hint="Part numbers, tickets or photos that show why the value is moved."
              error={problem.errors.evidence}
            />
            <Row>
              <Button type="submit" variant="primary" busy={busy}>
                Request transfer
              </Button>
              <ButtonLink to="/admin/instatune-value-transfers">Cancel</ButtonLink>
            </Row>
          </Stack>
        </form>
      </Card>
    </RecordFrame>
  );
}
