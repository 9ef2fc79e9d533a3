import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  anonymousSubscriber,
  createPost,
  markdownHtml,
  moveNewsletter,
  moveSubscriber,
  type NewPost,
  putNewsletter,
  readMarkdown,
  saveBio,
  sendInFull,
  subscribe,
  subscriberOf,
} from '../modules/content/index.ts';
import { anonymousActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/db.ts';

const folder = fileURLToPath(new URL('../../data/demo-posts/', import.meta.url));
const dayMs = 24 * 3_600_000;

const staff = [
  {
    slug: 'robin-okafor',
    name: 'Robin Okafor',
    job_title: 'Head of support',
    text: '<p>Robin answers what happens between the laptop and the car. Before joining us: eleven years in a workshop in Sudbury, and a rally car that taught patience with wiring.</p><p>Ask about failed writes, batteries and anything that no longer starts.</p>',
  },
  {
    slug: 'mika-lindqvist',
    name: 'Mika Lindqvist',
    job_title: 'Lead calibrator',
    text: '<p>Mika builds calibrations for turbo engines and dual-clutch gearboxes, and reads more logs than books. Believes that the step you take back is the one customers pay for.</p>',
  },
  {
    slug: 'jo-tremblay',
    name: 'Jo Tremblay',
    job_title: 'Product and partners',
    text: '<p>Jo looks after tools, the log studio and our dealers. Writes release notes that say what changed and what did not.</p>',
  },
] as const;

/** Staff pages and posts of the demo: published, scheduled, a draft, and two for dealers only. */
export async function buildDemoContent(db: Db, now: Date): Promise<void> {
  const actor = anonymousActor('system');
  for (const { slug, ...bio } of staff) await saveBio(db, actor, slug, bio, now);
  const authors = new Map(
    (await db.selectFrom('staff_pages').select(['id', 'slug']).execute()).map(({ id, slug }) => [slug, id]),
  );
  for (const name of (await readdir(folder)).sort()) {
    const { fields, body } = readMarkdown(await readFile(folder + name, 'utf8'));
    const { title = '', summary = '', tags = '', author = '', days = '' } = fields;
    await createPost(
      db,
      actor,
      {
        title,
        slug: '',
        summary,
        tags: tags.split(', ') as NewPost['tags'],
        text: markdownHtml(body),
        author_id: authors.get(author) ?? 0,
        cover_id: null,
        publish_at: days === 'draft' ? null : new Date(now.getTime() - Number(days) * dayMs).toISOString(),
      },
      now,
    );
  }
  // No mail is sent about demo data.
  await db.updateTable('blog_posts').set({ dealers_mailed_at: now }).where('publish_at', '<=', now).execute();
}

const readers = [
  ['avery.nolan', 'confirm'],
  ['blake.moreau', 'confirm'],
  ['casey.iversen', 'confirm'],
  ['devon.park', 'confirm'],
  ['emery.walsh', 'confirm'],
  ['frankie.osei', 'unsubscribe'],
  ['gale.roy', 'confirm'],
  ['harper.quinn', null],
  ['indigo.lam', 'confirm'],
  ['jules.ferreira', 'bounce'],
  ['kit.sorensen', 'confirm'],
  ['lane.abadi', null],
] as const;

const issues = [
  {
    slug: 'winter-logging',
    days: 62,
    title: 'Logging in the cold: what your car tells you in winter',
    text: '<p>Intake air below zero changes what you see in a log. Three things to check before you send us one:</p><ul><li>Let the oil reach 80 °C first.</li><li>Log one pull in third gear, on a dry and empty road.</li><li>Note the fuel and the outside temperature.</li></ul><p>The <a href="/vag-com-vcds-logging-guide">logging guide</a> has every step.</p>',
  },
  {
    slug: 'gearbox-tunes',
    days: 31,
    title: 'Gearbox tunes for more cars',
    text: '<p>Two dual-clutch gearboxes are new in the catalogue.</p><h2>What changes</h2><table><tbody><tr><th>Gearbox</th><th>Torque limit</th><th>Shift points</th></tr><tr><td>Six speed, wet</td><td>raised</td><td>sport only</td></tr><tr><td>Seven speed, wet</td><td>raised</td><td>all modes</td></tr></tbody></table><p>See <a href="/catalog/tcu">all transmission tunes</a>.</p>',
  },
] as const;

/** Subscribers in every state, two newsletters that were sent, one that is scheduled and a draft. */
export async function buildDemoNewsletters(db: Db, origin: string, now: Date): Promise<void> {
  const start = new Date(now.getTime() - 90 * dayMs);
  for (const [name, event] of readers) {
    const email = `${name}@example.test`;
    await subscribe({ db, now: start }, origin, email);
    const row = await subscriberOf(db, email);
    if (!row || event === null) continue;
    await moveSubscriber({ db, now: start }, row.id, 'confirm', anonymousSubscriber);
    if (event === 'unsubscribe') await moveSubscriber({ db, now }, row.id, 'unsubscribe', anonymousSubscriber);
    if (event === 'bounce')
      await moveSubscriber({ db, now }, row.id, 'bounce', { ...anonymousSubscriber, as: 'system' });
  }
  const actor = anonymousActor('system');
  for (const { slug, days, ...text } of issues) {
    const at = new Date(now.getTime() - days * dayMs);
    const { id } = await putNewsletter(db, actor, slug, text, at);
    await sendInFull({ db, now: at, origin }, id);
  }
  const next = await putNewsletter(
    db,
    actor,
    'spring-tools',
    { title: 'Which tool for which car', text: '<p>A short guide to the tools we recommend, and why.</p>' },
    now,
  );
  const by = { ...anonymousSubscriber, as: 'staff' } as const;
  const at = new Date(now.getTime() + 5 * dayMs).toISOString();
  await moveNewsletter({ db, now, origin }, next.id, 'schedule', by, at);
  await putNewsletter(
    db,
    actor,
    'track-days',
    { title: 'Getting ready for track days', text: '<p>Draft: brakes, cooling, and when to choose a milder tune.</p>' },
    now,
  );
  // No mail is sent about demo data.
  await db
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_at: now, secrets: null })
    .where('kind', 'in', ['newsletter', 'newsletter-confirm'])
    .execute();
}
