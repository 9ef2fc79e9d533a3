import { gunzipSync } from 'node:zlib';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import { describe, expect, test } from 'vitest';
import { audiencePage, personalPage } from './audience-pages.ts';
import { audienceState } from './personal-slots.ts';

const person = (
  user: Partial<NonNullable<PersonalState['user']>> = {},
  rest: Partial<PersonalState> = {},
): PersonalState => ({
  user: {
    id: 7,
    name: 'Ada Lovelace',
    email: 'ada@example.test',
    email_confirmed: true,
    pending_email: null,
    role: 0,
    f: [],
    preferred_display_currency: null,
    language: null,
    deletion_due_at: null,
    ...user,
  },
  guest: null,
  second_factor_missing: false,
  alerts: [],
  dealer: null,
  tuner: null,
  affiliate: null,
  suspended: null,
  dealer_onboarding_progress: null,
  unread_notifications: 0,
  codes: [],
  hcodes: [],
  ...rest,
});
const dealer = {
  id: 3,
  slug: 'north-bay',
  name: 'North Bay',
  kind: 'manager',
  preferred_display_currency: null,
} as const;

/** As the renderer draws it: names in text and attributes, ids and short names in links, the state as data. */
function drawn({ user, dealer: shop, tuner, ...rest }: PersonalState): string {
  const escaped = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;');
  const name = escaped(user?.name ?? '');
  const state = JSON.stringify({
    ui: {
      user,
      guest: rest.guest,
      second_factor_missing: rest.second_factor_missing,
      alerts: rest.alerts,
      dealer: shop,
      tuner,
      affiliate: rest.affiliate,
      suspended: rest.suspended,
      dealer_onboarding_progress: rest.dealer_onboarding_progress,
      unread_notifications: rest.unread_notifications,
      codes: rest.codes,
      hcodes: rest.hcodes,
      sales: [],
    },
  });
  return `<b aria-label="Account of ${name}">${name}</b>${shop ? `<a href="/dealer/${shop.slug}">` : ''}${tuner ? `<a href="/tuner/${tuner.id}">` : ''}<script>${state.replaceAll('<', '\\u003c')}</script>`;
}

function shared(personal: PersonalState) {
  const audience = audienceState(personal);
  if (!audience) throw new Error('has no audience');
  const page = audiencePage({}, drawn(audience), audience);
  if (!page) throw new Error('cannot be shared');
  return { page, key: JSON.stringify(audience) };
}

const hostile = [
  `</script><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `$& $1 $\` p0123456789abcdefuserNamep {"user":null}`,
  `\u2028 & 'quotes' &amp;`,
];

test.each(['Grace Hopper', ...hostile])('the page of an audience filled for %s is the page drawn for them', (name) => {
  const { page } = shared(person());
  const other = person({ id: 8, name, email: 'x@example.test' });
  expect(personalPage(page, other, 'identity').toString()).toBe(drawn(other));
  expect(gunzipSync(personalPage(page, other, 'gzip')).toString()).toBe(drawn(other));
});

test('a name that contains the marks of this process is inserted as text and filled no further', () => {
  const { page } = shared(person({}, { dealer }));
  const mark = /p[0-9a-f]{24}dealerNamep/.exec(page.identity.toString())?.[0] ?? '';
  expect(mark).not.toBe('');
  const thief = person({ name: mark }, { dealer: { ...dealer, name: 'Secret' } });
  expect(personalPage(page, thief, 'identity').toString()).toBe(drawn(thief));
});

test('the page of an audience contains nothing of the person it was first rendered for', () => {
  // Ids with many digits, because the marks are random digits, too.
  const first = person(
    { id: 1_471_104_711, pending_email: 'new@example.test' },
    {
      dealer,
      tuner: { id: 1_815_008_151, slug: 'long-road', name: 'Long Road' },
      hcodes: ['SECRET'],
      unread_notifications: 87,
      alerts: [{ id: 9, text: 'For staff', level: 'info' }],
    },
  );
  const { page, key } = shared(first);
  for (const text of [page.identity.toString(), key])
    for (const value of [
      '1471104711',
      'Ada',
      'ada@',
      'new@',
      'north-bay',
      'North Bay',
      '1815008151',
      'Long Road',
      'SECRET',
      'For staff',
      '"unread_notifications":87',
    ])
      expect(text).not.toContain(value);
  expect(personalPage(page, first, 'identity').toString()).toBe(drawn(first));
});

describe('an audience', () => {
  test('is the same for two people who differ only in what identifies them', () => {
    expect(shared(person({ id: 8, name: 'B', email: 'b@example.test' })).key).toBe(shared(person()).key);
  });

  test.each<[string, PersonalState]>([
    ['the role', person({ role: 3 })],
    ['a flag', person({ f: ['fzd'] })],
    ['an unconfirmed address', person({ email_confirmed: false })],
    ['a pending address', person({ pending_email: 'x@example.test' })],
    ['a preferred currency', person({ preferred_display_currency: 'EUR' })],
    ['a dealer', person({}, { dealer })],
    ['withheld staff rights', person({}, { second_factor_missing: true })],
  ])('differs by %s', (_name, other) => {
    expect(shared(other).key).not.toBe(shared(person()).key);
  });

  test.each<[string, PersonalState]>([
    ['a suspended partner', person({}, { suspended: { dealers: [], tuners: [{ id: 1 }], affiliates: [] } })],
    ['a short name that links would escape', person({}, { dealer: { ...dealer, slug: 'a/b' } })],
    ['an empty name', person({ name: '' })],
    ['no session', person({}, { user: null })],
  ])('does not exist for %s', (_name, other) => {
    expect(audienceState(other)).toBeNull();
  });
});

test('a page whose data is missing or duplicated is not shared', () => {
  const audience = audienceState(person()) as PersonalState;
  expect(audiencePage({}, '<p>no data</p>', audience)).toBeNull();
  expect(audiencePage({}, drawn(audience) + drawn(audience), audience)).toBeNull();
});
