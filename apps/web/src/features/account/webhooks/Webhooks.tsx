import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { webhookDeliveryMachine, webhookEvents } from '@tuneport/domain/webhooks/webhook-events';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { AccountBlock, AccountPage } from '../AccountPage.tsx';
import css from '../account.module.css';
import { FreshLoginHost } from '../FreshLoginDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';

export const meta = () => [{ title: pageTitle(t('Webhooks')) }];

const load = (call: Call) => call('GET /user/webhooks');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function Webhooks() {
  const webhooks = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const mayAdd = useUi()?.user?.email_confirmed ?? true;
  const [isAdding, setAdding] = useState(false);
  return (
    <AccountPage title={t('Webhooks')}>
      <FreshLoginHost />
      <AccountBlock
        title={t('Your webhooks')}
        lead={t('We send a signed request to your server when one of your records changes.')}
      >
        {webhooks.length > 0 ? (
          <ul className={css.list}>
            {webhooks.map((webhook) => (
              <li key={webhook.id} className={css.item}>
                <div className={css.what}>
                  <div className={cx(css.name, css.marked)}>
                    <TextLink to={`/profile/webhooks/${webhook.id}`}>{webhook.url}</TextLink>
                    {webhook.paused ? <StateDot tone="careful">{t('Paused')}</StateDot> : null}
                  </div>
                  <div className={css.quiet}>{webhook.events.map((event) => t(webhookEvents[event])).join(' · ')}</div>
                  {webhook.last_delivery ? (
                    <div className={css.quiet}>
                      <StateBadge machine={webhookDeliveryMachine} state={webhook.last_delivery.state} />{' '}
                      <DateText at={webhook.last_delivery.at} show="relative" />
                    </div>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.quiet}>{t('Your webhooks appear here, with the status of their last notification.')}</p>
        )}
        <div>
          <Button variant="primary" disabled={!mayAdd} onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t('Add webhook')}
          </Button>
        </div>
        {mayAdd ? null : <p className={css.quiet}>{t('Confirm your e-mail address first.')}</p>}
      </AccountBlock>
      <Verification />
      {isAdding ? <WebhookDialog onClose={() => setAdding(false)} onSaved={() => void revalidate()} /> : null}
    </AccountPage>
  );
}

const example = `const values = header.split(',').map((part) => part.split('=')[1]);
const [time, ...signatures] = values.map((value) => Buffer.from(value));
const expected = Buffer.from(
  createHmac('sha256', secret).update(time + '.' + body).digest('hex'),
);
const isEqual = (signature) =>
  signature.length === expected.length &&
  timingSafeEqual(signature, expected);
const isOurs = signatures.some(isEqual);
const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300;`;

const Verification = () => (
  <AccountBlock title={t('Check the signature')}>
    <ul className={css.points}>
      <li>
        {t(
          'The header Tuneport-Signature has the time of sending and an HMAC-SHA-256 of the time, a dot and the body, made with the secret of the webhook.',
        )}
      </li>
      <li>
        {t(
          'Respond with a 2xx status within 10 seconds. Otherwise we try again six times within about a day and a half.',
        )}
      </li>
      <li>{t('A repeated notification has the same id. Redirects are not followed.')}</li>
    </ul>
    <pre className={css.example}>{example}</pre>
  </AccountBlock>
);
