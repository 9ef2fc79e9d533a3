import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Switch } from '../../ui/form/Checkbox.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';

type Preferences = CallReply<'GET /user/mail-preferences'>;

/** Optional mails. Mails about orders, requests and security are always sent. */
export function MailPreferences({ loaded }: { loaded: Preferences }) {
  const [chosen, setChosen] = useState(loaded);
  const [busy, setBusy] = useState(false);
  const choose = async (change: { newsletter?: boolean; dealer_blog_posts?: boolean }) => {
    setBusy(true);
    try {
      setChosen(await call('PUT /user/mail-preferences', { body: change }));
      toast(t('Your e-mail preferences were saved.'));
    } catch (error) {
      toast(errorText(error, t('Your preferences could not be saved. Try again.')), {
        tone: 'bad',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountBlock
      title={t('E-mail preferences')}
      lead={rich(
        'E-mails about your orders, requests and security are always sent and also appear under <link>Notifications</link>.',
        {
          link: (text) => <TextLink to="/notifications">{text}</TextLink>,
        },
      )}
    >
      <Switch
        label={t('Newsletter')}
        hint={t('New tunes, tools and guides, about once a month.')}
        checked={chosen.newsletter}
        disabled={busy}
        onChange={(event) => void choose({ newsletter: event.currentTarget.checked })}
      />
      {chosen.dealer_blog_posts === null ? null : (
        <Switch
          label={t('Dealer blog posts')}
          hint={t('An e-mail for each new post for dealers.')}
          checked={chosen.dealer_blog_posts}
          disabled={busy}
          onChange={(event) => void choose({ dealer_blog_posts: event.currentTarget.checked })}
        />
      )}
    </AccountBlock>
  );
}
