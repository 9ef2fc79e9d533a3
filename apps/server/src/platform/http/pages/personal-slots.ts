import { randomBytes, randomInt } from 'node:crypto';
import type { PersonalState } from '@tuneport/contract/settings/settings';

// A page for signed-in people is rendered once per audience with marks in the place of personal values. The marks are
// random and known to this process only, so no user input can be mistaken for one.

type Slots = { readonly [slot: string]: string | number };

/** Values that may differ between two people of one audience, in a fixed order. */
function personalValues({ user, dealer, tuner, affiliate }: PersonalState): Slots {
  return {
    ...(user && { userId: user.id, userName: user.name, userEmail: user.email }),
    ...(user?.pending_email != null && { userPendingEmail: user.pending_email }),
    ...(dealer && { dealerId: dealer.id, dealerSlug: dealer.slug, dealerName: dealer.name }),
    ...(tuner && { tunerId: tuner.id, tunerSlug: tuner.slug, tunerName: tuner.name }),
    ...(affiliate && { affiliateId: affiliate.id, affiliateName: affiliate.name }),
  };
}

const names = [
  'userId',
  'userName',
  'userEmail',
  'userPendingEmail',
  'dealerId',
  'dealerSlug',
  'dealerName',
  'tunerId',
  'tunerSlug',
  'tunerName',
  'affiliateId',
  'affiliateName',
] as const;
type Slot = (typeof names)[number];

const secret = randomBytes(12).toString('hex');
/** Marks of numbers: sixteen digits, so that they are valid where a number is expected. */
const firstNumber = 2 ** 52 + randomInt(2 ** 47);
const textMark = (slot: Slot): string => `p${secret}${slot}p`;
const numberMark = (slot: Slot): number => firstNumber + names.indexOf(slot);
const slotOfMark = new Map<string, Slot>(
  names.flatMap((slot): [string, Slot][] => [
    [textMark(slot), slot],
    [String(numberMark(slot)), slot],
  ]),
);
const anyMark = new RegExp(`(${[...slotOfMark.keys()].join('|')})`);

/** The state with marks instead of personal values; null for people whose page is not shared. */
export function audienceState(personal: PersonalState): PersonalState | null {
  const { user, dealer, tuner, affiliate } = personal;
  if (
    !user ||
    user.deletion_due_at !== null ||
    personal.suspended ||
    !Object.values(personalValues(personal)).every(canBeInserted)
  )
    return null;
  if (![dealer?.slug, tuner?.slug].every((slug) => slug === undefined || /^[\w-]+$/.test(slug))) return null;
  // Named one by one: a new field does not compile until it is decided whether the audience or the person has it.
  return {
    user: {
      id: numberMark('userId'),
      name: textMark('userName'),
      email: textMark('userEmail'),
      email_confirmed: user.email_confirmed,
      pending_email: user.pending_email === null ? null : textMark('userPendingEmail'),
      role: user.role,
      f: user.f,
      preferred_display_currency: user.preferred_display_currency,
      language: user.language,
      deletion_due_at: null,
    },
    guest: null,
    second_factor_missing: personal.second_factor_missing,
    // Drawn by the browser, which knows the ones that were closed.
    alerts: [],
    dealer: dealer && {
      id: numberMark('dealerId'),
      slug: textMark('dealerSlug'),
      name: textMark('dealerName'),
      kind: dealer.kind,
      preferred_display_currency: dealer.preferred_display_currency,
    },
    tuner: tuner && { id: numberMark('tunerId'), slug: textMark('tunerSlug'), name: textMark('tunerName') },
    affiliate: affiliate && { id: numberMark('affiliateId'), name: textMark('affiliateName') },
    suspended: null,
    dealer_onboarding_progress: personal.dealer_onboarding_progress,
    // Drawn by the browser.
    unread_notifications: 0,
    codes: [],
    hcodes: [],
  };
}

/** React renders no text node for an empty text, so there would be no mark to replace. */
const canBeInserted = (value: string | number): boolean => value !== '';

/** The fields of the state as the page's data contains them. */
const jsonFields = (personal: PersonalState): string =>
  JSON.stringify(personal).slice(1, -1).replaceAll('<', '\\u003c');

export type Part = string | { readonly slot: Slot | 'state' };

/** Null when the page's data is not where it is expected. */
export function splitAtMarks(html: string, audience: PersonalState): readonly Part[] | null {
  const around = html.split(jsonFields(audience));
  if (around.length !== 2) return null;
  const [before = '', after = ''] = around;
  const parts: Part[] = [];
  for (const piece of before.split(anyMark)) {
    const slot = slotOfMark.get(piece);
    if (slot) parts.push({ slot });
    else if (piece !== '') parts.push(piece);
  }
  // After the state comes the data of the page, which has no personal values.
  if (anyMark.test(after)) return null;
  return [...parts, { slot: 'state' }, after];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes as React does in text and attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

export function fillSlots(personal: PersonalState): (slot: Slot | 'state') => string {
  const values = personalValues(personal);
  return (slot) => (slot === 'state' ? jsonFields(personal) : escapeHtml(String(values[slot] ?? '')));
}
