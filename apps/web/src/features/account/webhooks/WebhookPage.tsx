import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { webhookDeliveryMachine, webhookEvents, webhookRotationHours } from '@tuneport/domain/webhooks/webhook-events';
import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { withFreshLogin } from '../../../platform/api/fresh-login.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { AccountBlock, AccountPage } from '../AccountPage.tsx';
import css from '../account.module.css';
import { FreshLoginHost } from '../FreshLoginDialog.tsx';
import { SecretDialog, WebhookDialog } from './WebhookDialog.tsx';

type Delivery = CallReply<'GET /user/webhooks/:id/deliveries'>['data'][number];

export const meta = () => [{ title: pageTitle(t('Webhook')) }];

const load = async (call: Call, id: number, url: string) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1);
  const params = { id };
  const [webhook, deliveries] = await Promise.all([
    call('GET /user/webhooks/:id', { params }),
    call('GET /user/webhooks/:id/deliveries', { params, query: { page } }),
  ]);
  return { webhook, deliveries };
};
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), Number(params.id), request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  load(call, Number(params.id), request.url);

export default function WebhookPage() {
  const { webhook, deliveries } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { id: webhook.id };
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast(done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: 'bad' });
    }
    void revalidate();
  };
  const setPaused = (paused: boolean) =>
    act(
      () => withFreshLogin(() => call('PATCH /user/webhooks/:id', { params, body: { paused } })),
      paused ? t('Webhook paused.') : t('Webhook resumed.'),
    );
  const close = () => setDialog(null);
  return (
    <AccountPage title={t('Webhook')}>
      <FreshLoginHost />
      <AccountBlock title={webhook.url} lead={webhook.events.map((event) => t(webhookEvents[event])).join(' · ')}>
        {webhook.paused ? (
          <Notice tone="careful" title={t('This webhook is paused.')}>
            {t('Changes are not sent until you resume it.')}
          </Notice>
        ) : null}
        <div className={css.actions}>
          <Button onClick={() => setDialog('change')}>{t('Change webhook')}</Button>
          <Button
            disabled={webhook.paused}
            onClick={() => void act(() => call('POST /user/webhooks/:id/test', { params }), t('A test is on its way.'))}
          >
            {t('Send test')}
          </Button>
          <Button onClick={() => void setPaused(!webhook.paused)}>{webhook.paused ? t('Resume') : t('Pause')}</Button>
          <Button onClick={() => setDialog('rotate')}>{t('Rotate secret')}</Button>
          <Button variant="danger" onClick={() => setDialog('delete')}>
            {t('Delete webhook')}
          </Button>
        </div>
      </AccountBlock>
      <AccountBlock title={t('Notifications')}>
        {deliveries.data.length === 0 ? (
          <p className={css.quiet}>
            {t('Notifications of the last 30 days appear here, with the answer of your server.')}
          </p>
        ) : (
          <ul className={css.list}>
            {deliveries.data.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                onReplay={() =>
                  void act(
                    () =>
                      call('POST /user/webhooks/:id/deliveries/:delivery/replay', {
                        params: { ...params, delivery: Number(delivery.id) },
                      }),
                    t('The notification is sent again.'),
                  )
                }
              />
            ))}
          </ul>
        )}
        <Pagination
          page={deliveries.page}
          pageCount={deliveries.page_count}
          to={(n) => `/profile/webhooks/${webhook.id}?page=${n}`}
        />
      </AccountBlock>
      {dialog === 'change' ? (
        <WebhookDialog webhook={webhook} onClose={close} onSaved={() => void revalidate()} />
      ) : null}
      <ConfirmDialog
        open={dialog === 'rotate'}
        title={t('Rotate the signing secret?')}
        confirmLabel={t('Rotate secret')}
        onClose={close}
        onConfirm={async () =>
          setSecret((await withFreshLogin(() => call('POST /user/webhooks/:id/rotate-secret', { params }))).secret)
        }
      >
        {t('For {hours} hours notifications are signed with the old and the new secret.', {
          hours: webhookRotationHours,
        })}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        danger
        title={t('Delete this webhook?')}
        confirmLabel={t('Delete webhook')}
        onClose={close}
        onConfirm={async () => {
          await call('DELETE /user/webhooks/:id', { params });
          toast(t('Webhook deleted.'));
          await navigate('/profile/webhooks');
        }}
      >
        {t('Its log is deleted as well. This cannot be undone.')}
      </ConfirmDialog>
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </AccountPage>
  );
}

function DeliveryItem({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const { event, state, attempts, status, problem, response, payload, next_attempt_at, created_at } = delivery;
  return (
    <li className={cx(css.item, css.roomy)}>
      <div className={css.what}>
        <div className={cx(css.name, css.marked)}>
          <code>{event}</code>
          <StateBadge machine={webhookDeliveryMachine} state={state} />
        </div>
        <div className={css.quiet}>
          <DateText at={created_at} />
          {status === null ? null : ` · ${status}`}
          {problem === null ? null : ` · ${problem}`}
          {next_attempt_at && attempts > 0 ? (
            <>
              {' · '}
              {rich('next attempt {time}', { time: <DateText at={next_attempt_at} show="relative" /> })}
            </>
          ) : null}
        </div>
        <details>
          <summary className={css.quiet}>{t('Details')}</summary>
          <pre className={css.example}>{payload}</pre>
          {response ? <pre className={css.example}>{response}</pre> : null}
        </details>
      </div>
      {state === 'pending' ? null : (
        <Button size="small" aria-label={t('Send {event} again', { event })} onClick={onReplay}>
          {t('Send again')}
        </Button>
      )}
    </li>
  );
}
