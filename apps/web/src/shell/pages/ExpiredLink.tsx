import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { FormError } from '../../ui/form/FormError.tsx';

const pages = [
  ['order', /^\/profile\/orders\/(\d+)\/([^/]+)\/invoice\/?$/],
  ['purchase', /^\/profile\/purchases\/(\d+)\/([^/]+)\/invoice\/?$/],
  ['ticket', /^\/tuning-ticket\/(\d+)\/([^/]+)\/?$/],
  ['trade-in', /^\/trade-in\/(\d+)\/([^/]+)\/?$/],
  ['guest', /^\/tuning\/guest\/(\d+)\/([^/]+)\/?$/],
  ['rescue', /^\/fz\/rescue\/(\d+)\/([^/]+)\/?$/],
] as const;

function linkOf(pathname: string) {
  for (const [kind, pattern] of pages) {
    const [, id, token] = pattern.exec(pathname) ?? [];
    if (id && token) return { kind, id: Number(id), token: decodeURIComponent(token) };
  }
  return null;
}

/** An expired secret link: its holder can have a new one mailed to the address on record. */
export default function ExpiredLink() {
  const link = linkOf(useLocation().pathname);
  const [sent, setSent] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    if (link) await call('POST /links/renew', { body: link });
    setSent(true);
  });
  return (
    <ErrorState
      art={<EmptyArt kind="lock" />}
      headingLevel={1}
      title={t('This link has expired.')}
      step={
        link && !sent ? (
          <Button variant="primary" busy={busy} onClick={() => void run()}>
            {t('Send a new link')}
          </Button>
        ) : (
          <ButtonLink to="/contact-us">{t('Contact us')}</ButtonLink>
        )
      }
    >
      <span role="status">
        {sent
          ? t('We have sent a new link to the e-mail address on record. Check your inbox and your spam folder.')
          : t('We can send you a new one, to the e-mail address on record.')}
      </span>
      <FormError message={failure.message} />
    </ErrorState>
  );
}
