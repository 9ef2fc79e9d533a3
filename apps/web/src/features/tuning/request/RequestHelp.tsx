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
export const meta = ({ loaderData }: { loaderData?: Request }) => requestTitle(t('Help'), loaderData);

export default function RequestHelp() {
  const request = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <RequestFrame request={request}>
      <AskForm
        request={request}
        title={t('Help with this file')}
        lead={t(
          'If the car is not found or no tune fits, tell us what you know. We will look at the file and reply here.',
        )}
        fields={[
          { name: 'year', label: t('Year'), rows: 1, optional: true },
          { name: 'message', label: t('What you need'), rows: 6 },
        ]}
        button={t('Ask for help')}
        send={async ({ message = '', year = '' }) => {
          const params = { id: request.id };
          const information = year === '' ? {} : { year };
          await call('POST /v1/tune-requests/:id/help', { params, body: { message, information }, once: true });
          await navigate(requestPath(request));
          toast(t('Sent. We will look at the file and reply here.'));
        }}
      />
    </RequestFrame>
  );
}
