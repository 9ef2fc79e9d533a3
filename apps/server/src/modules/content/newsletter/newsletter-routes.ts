import type { newsletters as calls, newslettersAdmin } from '@tuneport/contract/content/newsletters';
import { inLanguage } from '@tuneport/domain/text/languages';
import { language, msg } from '@tuneport/domain/text/text';
import { type SignedInActor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { tokenPage } from '../../../platform/http/pages/plain-page.ts';
import { findRecord } from '../../../platform/records/records.ts';
import { userById } from '../../identity/index.ts';
import { mailFrame } from '../../operations/index.ts';
import { chooseDealerPosts, dealerPostsOf, endDealerPosts } from './dealer-blog-mails.ts';
import { newsletterMessage } from './newsletter-mails.ts';
import { moveNewsletter, newsletterById, newsletters, putNewsletter, sendTest, showNewsletter } from './newsletters.ts';
import {
  addBounces,
  chooseNewsletter,
  confirm,
  moveSubscriber,
  subscribe,
  subscriberOf,
  subscribers,
  unsubscribe,
} from './subscribers.ts';

async function preferencesOf(db: Db, actor: SignedInActor) {
  const user = await userById(db, actor.userId);
  const subscriber = user && (await subscriberOf(db, user.email));
  return {
    newsletter: subscriber?.state === 'confirmed',
    dealer_blog_posts: await dealerPostsOf(db, actor.userId),
  };
}

const unsubscribed = { title: msg('You are unsubscribed'), text: msg('You will not get any more newsletters.') };

export const newsletterRoutes = handlers<typeof calls>({
  'POST /newsletter': ({ db, now, platform, body }) => subscribe({ db, now }, platform.config.publicOrigin, body.email),
  'GET /newsletter/:slug': ({ db, params }) => showNewsletter(db, params.slug),
  'GET /newsletter/confirm/:token': () =>
    tokenPage({
      title: msg('Confirm your subscription'),
      text: msg('Select Confirm to get our newsletter. You can unsubscribe at any time with one click.'),
      button: msg('Confirm'),
    }),
  'POST /newsletter/confirm/:token': async ({ db, now, params }) =>
    tokenPage(
      (await confirm({ db, now }, params.token))
        ? { title: msg('You are subscribed'), text: msg('The next newsletter will reach you by e-mail.') }
        : {
            title: msg('This link no longer works'),
            text: msg(
              'It was used already, or it is too old. Enter your address in the newsletter form again to get a new one.',
            ),
          },
    ),
  'GET /newsletter/unsubscribe/:token': () =>
    tokenPage({
      title: msg('Unsubscribe'),
      text: msg('Do you want to stop getting our newsletter?'),
      button: msg('Unsubscribe'),
    }),
  'POST /newsletter/unsubscribe/:token': async ({ db, now, params }) => {
    await unsubscribe({ db, now }, params.token);
    return tokenPage(unsubscribed);
  },
  'GET /mail/unsubscribe/dealer-blog-posts/:token': async ({ db, now, params }) => {
    await endDealerPosts(db, params.token, now);
    return {
      status: 303,
      headers: {
        location: inLanguage(language(), '/mail/unsubscribed/dealer-blog-posts'),
        'referrer-policy': 'no-referrer',
      },
    };
  },
  'POST /mail/unsubscribe/dealer-blog-posts/:token': async ({ db, now, params }) => {
    await endDealerPosts(db, params.token, now);
    return tokenPage({ ...unsubscribed, text: msg('You will not get any more e-mails about dealer blog posts.') });
  },
  'GET /user/mail-preferences': ({ db, actor }) => preferencesOf(db, signedIn(actor)),
  'PUT /user/mail-preferences': async ({ db, now, actor, body }) => {
    const user = signedIn(actor);
    if (body.newsletter !== undefined) await chooseNewsletter({ db, now }, user, body.newsletter);
    if (body.dealer_blog_posts !== undefined) await chooseDealerPosts(db, user, body.dealer_blog_posts, now);
    return preferencesOf(db, user);
  },
});

export const newsletterAdminRoutes = handlers<typeof newslettersAdmin>({
  ...newsletters.routes,
  'DELETE /v1/admin/newsletters/:id': async (input) => {
    await newsletters.routes['DELETE /v1/admin/newsletters/:id'](input);
    await input.db.deleteFrom('media_uses').where('subject', '=', `newsletter:${input.params.id}`).execute();
  },
  'PUT /v1/admin/newsletters/:slug': ({ db, actor, params, body, now }) =>
    putNewsletter(db, actor, params.slug, body, now),
  'POST /v1/admin/newsletters/:id/steps': async ({ db, now, platform, actor, params, body }) => {
    const by = { ...signedIn(actor), as: 'staff' as const };
    const context = { db, now, origin: platform.config.publicOrigin };
    await moveNewsletter(context, params.id, body.event, by, body.send_at);
    return newsletterById(db, params.id, now);
  },
  'POST /v1/admin/newsletters/:id/test': ({ db, platform, actor, params, now }) =>
    sendTest(db, platform.config.publicOrigin, actor, params.id, now),
  'GET /v1/admin/newsletters/:id/html': async ({ db, platform, params, now }) =>
    mailFrame(newsletterMessage(platform.config.publicOrigin, await newsletterById(db, params.id, now), 'test').html),
  ...subscribers.routes,
  'POST /v1/admin/newsletter-subscribers/:id/unsubscribe': async ({ db, now, actor, params }) => {
    await moveSubscriber({ db, now }, params.id, 'unsubscribe', { ...signedIn(actor), as: 'staff' });
    return findRecord(db, subscribers.kind, params.id, now);
  },
  'POST /v1/admin/newsletter-bounces': ({ db, now, actor, body }) =>
    addBounces({ db, now }, signedIn(actor), body.addresses),
});
