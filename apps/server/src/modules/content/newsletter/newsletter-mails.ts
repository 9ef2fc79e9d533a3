import { confirmDays } from '@tuneport/domain/content/newsletter-states';
import { t } from '@tuneport/domain/text/text';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage } from '../../../platform/mail/queue.ts';
import { richPart } from '../../../platform/mail/rich.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';

export const confirmUrl = (origin: string, token: string) => `${origin}/api/newsletter/confirm/${token}`;
export const unsubscribeUrl = (origin: string, token: string) => `${origin}/api/newsletter/unsubscribe/${token}`;

/** Fixed text: anyone can enter any address. */
export const confirmMessage = (url: string) =>
  mailMessage('newsletter-confirm', {
    title: t('Confirm your subscription'),
    paragraphs: [
      t('Hello,'),
      t('Please confirm that you want our newsletter at this address. The link works for {days} days.', {
        days: confirmDays,
      }),
      t("If you didn't subscribe, you can ignore this e-mail. You will not get anything else."),
    ],
    button: { label: t('Confirm subscription'), url },
    footer: t('You are receiving this e-mail because this address was entered in our newsletter form.'),
  });

type MailedNewsletter = {
  readonly slug: string;
  readonly title: string;
  readonly preview: string;
  readonly text: string;
  readonly button_label: string;
  readonly button_url: string;
};

export const newsletterMessage = (origin: string, newsletter: MailedNewsletter, token: string) =>
  mailMessage('newsletter', {
    title: newsletter.title,
    preview: newsletter.preview,
    paragraphs: [richPart(newsletter.text, origin)],
    ...(newsletter.button_label === ''
      ? {}
      : { button: { label: newsletter.button_label, url: new URL(newsletter.button_url, origin).href } }),
    footer: t(
      'You are receiving this newsletter because you subscribed to it.\nRead it on our site: {page}\nUnsubscribe: {unsubscribe}',
      { page: `${pagesOf(origin)}/newsletter/${newsletter.slug}`, unsubscribe: unsubscribeUrl(origin, token) },
    ),
  });

type MailedPost = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
};
export const blogUnsubscribeUrl = (origin: string, token: string) =>
  `${origin}/api/mail/unsubscribe/dealer-blog-posts/${token}`;

export const dealerPostMessage = (origin: string, post: MailedPost, token: string) =>
  mailMessage('dealer-blog-post', {
    title: post.title,
    paragraphs: [...(post.summary === '' ? [] : [post.summary]), t('This post is for dealers. Log in to read it.')],
    button: { label: t('Read the post'), url: `${pagesOf(origin)}/blog/${post.id}/${post.slug}` },
    footer: t(
      'You are receiving this e-mail because you are a member of a dealer.\nUnsubscribe from dealer posts: {url}',
      {
        url: blogUnsubscribeUrl(origin, token),
      },
    ),
  });

export const contentMailSamples: MailSamples<'newsletter' | 'newsletter-confirm' | 'dealer-blog-post'> = {
  'newsletter-confirm': (origin) => confirmMessage(confirmUrl(origin, 'sample')),
  newsletter: (origin) =>
    newsletterMessage(
      origin,
      {
        slug: '2026-03',
        title: 'Transmission tunes for more cars',
        preview: 'Two new gearboxes, and how we measure them.',
        text: '<p>This month we added tunes for two gearboxes.</p><h2>What is new</h2><ul><li>Shorter shifts in <strong>sport mode</strong></li><li>Launch control</li></ul><p>See <a href="/catalog/tcu">all transmission tunes</a>.</p><table><tbody><tr><th>Gearbox</th><th>Torque limit</th></tr><tr><td>DQ250</td><td>420 Nm</td></tr><tr><td>DQ381</td><td>500 Nm</td></tr></tbody></table>',
        button_label: 'Find your car',
        button_url: '/catalog',
      },
      'sample',
    ),
  'dealer-blog-post': (origin) =>
    dealerPostMessage(
      origin,
      { id: 7, slug: 'new-dealer-prices', title: 'New dealer prices', summary: 'What changes in April, and why.' },
      'sample',
    ),
};
