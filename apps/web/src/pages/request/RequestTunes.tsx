import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadRequest } from '../../features/tuning/request/load-request.ts';
import { RequestFrame } from '../../features/tuning/request/RequestFrame.tsx';
import css from '../../features/tuning/request/request.module.css';
import type { Request } from '../../features/tuning/request/request-labels.tsx';
import { requestPath } from '../../features/tuning/request/request-path.ts';
import { requestTitle } from '../../features/tuning/request/request-title.ts';
import { useLiveRequest } from '../../features/tuning/request/use-live-request.ts';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { rich } from '../../ui/text/rich.ts';
import { ChooseTunes } from './ChooseTunes.tsx';
import { loadSold } from './tunes-of-request.ts';

export const meta = ({ loaderData }: { loaderData?: { request: Request } }) =>
  requestTitle(t('Tunes'), loaderData?.request);

async function load(api: Call, id: string | undefined) {
  const request = await loadRequest(api, id);
  const isChoosing = request.state === 'matched' && request.as !== 'tuner';
  return { request, sold: isChoosing ? await loadSold(api, request) : null };
}

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

export default function RequestTunes() {
  const { request: loaded, sold } = useLoaderData<typeof loader>();
  const { request } = useLiveRequest(loaded);
  return (
    <RequestFrame request={request}>
      {request.state === 'matched' && request.as !== 'tuner' && sold ? (
        <ChooseTunes request={request} sold={sold} />
      ) : request.tunes.length > 0 ? (
        <ul className={css.hits} aria-label={t('Chosen tunes')}>
          {request.tunes.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : request.state === 'needs_information' ? (
        <EmptyState
          title={t('Choose your car to see tunes.')}
          step={<ButtonLink to={requestPath(request, 'information')}>{t('Choose your car')}</ButtonLink>}
        />
      ) : request.state === 'unsupported' ? (
        <EmptyState
          title={t('We have no tune for this car yet.')}
          step={<ButtonLink to={requestPath(request, 'custom-tuning')}>{t('Request a custom tune')}</ButtonLink>}
        >
          {request.vehicle_path === null
            ? null
            : rich(
                'Or <link>enter your e-mail address on the page of the car</link> to be notified when there is one.',
                {
                  link: (text) => <TextLink to={request.vehicle_path ?? '/catalog'}>{text}</TextLink>,
                },
              )}
        </EmptyState>
      ) : (
        <EmptyState
          title={t('No tunes chosen.')}
          step={<ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>}
        />
      )}
    </RequestFrame>
  );
}
