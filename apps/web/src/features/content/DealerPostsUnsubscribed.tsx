import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './newsletter.module.css';

export const meta = () => [{ title: pageTitle(t('Unsubscribed')) }, { name: 'robots', content: 'noindex' }];

export default function DealerPostsUnsubscribed() {
  return (
    <Container width="reading" className={css.page}>
      <h1>{t('You are unsubscribed')}</h1>
      <p>{t('You will not get any more e-mails about dealer blog posts. You can still read them on the blog.')}</p>
      <p>
        {rich('Changed your mind? Turn them on again under <link>My profile</link>.', {
          link: (text) => <TextLink to="/profile">{text}</TextLink>,
        })}
      </p>
      <p>
        <ButtonLink to="/blog">{t('Go to the blog')}</ButtonLink>
      </p>
    </Container>
  );
}
