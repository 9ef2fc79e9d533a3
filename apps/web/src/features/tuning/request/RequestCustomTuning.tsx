import { t } from '@tuneport/domain/text/text';
import { useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { AskForm } from './AskForm.tsx';
import { requestClientLoader, requestLoader } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import type { Request } from './request-labels.tsx';
import { requestPath } from './request-path.ts';
import { requestTitle } from './request-title.ts';

export const loader = requestLoader;
export const clientLoader = requestClientLoader;
export const meta = ({ loaderData }: { loaderData?: Request }) => requestTitle(t('Custom tuning'), loaderData);

export default function RequestCustomTuning() {
  const request = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <RequestFrame request={request}>
      <AskForm
        request={request}
        title={t('Custom tune')}
        lead={t(
          'Tell us your goals and any modifications. A tuner will reply with a price before anything is charged.',
        )}
        fields={[
          { name: 'wishes', label: t('What you want'), rows: 6 },
          { name: 'modifications', label: t('Modifications'), rows: 3, optional: true },
        ]}
        button={t('Request a custom tune')}
        send={async ({ wishes = '', modifications = '' }) => {
          const params = { id: request.id };
          await call('POST /v1/tune-requests/:id/custom-tuning', {
            params,
            body: { wishes, modifications },
            once: true,
          });
          await navigate(requestPath(request));
          toast(t('Sent. A tuner will reply here with a price.'));
        }}
      />
    </RequestFrame>
  );
}
