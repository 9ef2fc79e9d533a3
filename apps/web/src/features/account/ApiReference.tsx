import type { Call } from '@tuneport/contract/index';
import { apiKeyRequestsPerMinute, apiKeyStart, apiScopes } from '@tuneport/domain/identity/api-scopes';
import { t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';

const keyHeader = `Authorization: Bearer ${apiKeyStart}…`;

export const meta = () => [{ title: pageTitle(t('API reference')) }];

const load = (call: Call) => call('GET /user/api-reference');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function ApiReference() {
  const scopes = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('API reference')}>
      <AccountBlock title={t('How it works')}>
        <ul className={css.points}>
          <li>
            {rich('Create a key on the page <link>API keys</link> and send it with every request: {header}', {
              link: (text) => <TextLink to="/profile/api-keys">{text}</TextLink>,
              header: <code>{keyHeader}</code>,
            })}
          </li>
          <li>
            {t(
              'Responses are JSON. An error has a code and a message, and errors lists the fields that were rejected.',
            )}
          </li>
          <li>
            {t('Each key may send {count} requests a minute. Above that the reply is 429 with a Retry-After header.', {
              count: apiKeyRequestsPerMinute,
            })}
          </li>
          <li>
            {t('Send an Idempotency-Key header where it is accepted: a repeated request then has no second effect.')}
          </li>
        </ul>
      </AccountBlock>
      {scopes.map(({ scope, calls }) => (
        <AccountBlock key={scope} title={t(apiScopes[scope])} lead={<code>{scope}</code>}>
          {calls.map(({ method, path, summary, idempotent, example }) => (
            <div key={`${method} ${path}`} className={css.call}>
              <h3>
                <code>
                  {method} {path}
                </code>
              </h3>
              <p className={css.quiet}>
                {summary} {idempotent ? t('Accepts an Idempotency-Key.') : null}
              </p>
              <pre className={css.example}>{example}</pre>
            </div>
          ))}
        </AccountBlock>
      ))}
    </AccountPage>
  );
}
