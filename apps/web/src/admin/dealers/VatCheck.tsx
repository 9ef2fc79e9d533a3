import type { CallReply } from '@tuneport/contract/index';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';

type Dealer = Pick<CallReply<'GET /v1/admin/dealers/:id'>, 'id' | 'vat'>;

const sentences = {
  verified: 'VAT id verified: reverse charge applies to sales from another EU country.',
  refused: 'VAT id refused: the dealer pays VAT.',
};

/** Records what staff found out about the VAT id at the tax office. */
export function VatCheck({ dealer: { id, vat } }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const mark = (check: 'verified' | 'refused') => async () => {
    await call('PUT /v1/admin/dealers/:id/vat-check', { params: { id }, body: { vat_id: vat.id, check } });
    toast(check === 'verified' ? 'VAT id verified.' : 'VAT id refused.');
    await revalidate();
  };
  const verify = useSubmit(mark('verified'));
  const refuse = useSubmit(mark('refused'));
  if (vat.id === '') return null;
  return (
    <Stack>
      <FormError message={verify.failure.message ?? refuse.failure.message} />
      <p>
        {vat.check === null
          ? 'VAT id not verified: only its format was checked. Look it up at VIES.'
          : sentences[vat.check]}{' '}
        {vat.checked_at ? <DateText at={vat.checked_at} show="date" /> : null}
      </p>
      <Row>
        {vat.check === 'verified' ? null : (
          <Button size="small" busy={verify.busy} onClick={() => void verify.run()}>
            Mark as verified
          </Button>
        )}
        {vat.check === 'refused' ? null : (
          <Button size="small" busy={refuse.busy} onClick={() => void refuse.run()}>
            Mark as refused
          </Button>
        )}
      </Row>
    </Stack>
  );
}
