import type { Actor } from '../../actor.ts';

/**
 * Whom a page is rendered for. 'person': the visitor alone. 'visitors': everyone without a session. 'audience': signed-in people who
 * are shown the same prices and menus; `hasPersonalCall` is set when the page needs more of the visitor than that.
 */
export type PageTarget =
  | { readonly kind: 'person' | 'visitors' }
  | { readonly kind: 'audience'; hasPersonalCall: boolean };

/** Whether there is a membership, but not which one. */
const placeholder = <T>(list: readonly unknown[], value: T): readonly T[] => (list.length > 0 ? [value] : []);

/**
 * The actor that an audience is rendered as: what prices and menus depend on, and nothing that tells one person from another. Calls get
 * this actor in place of the real one, so a shared page cannot contain what only the person may see.
 */
export const audienceActor = (actor: Actor): Actor => ({
  signedIn: true,
  userId: null,
  sessionId: null,
  name: null,
  role: actor.role,
  flags: [...actor.flags].sort(),
  dealers: placeholder(actor.dealers, {
    id: 0,
    slug: '',
    kind: actor.dealers[0]?.kind ?? 'member',
    tier: actor.dealers[0]?.tier ?? null,
  }),
  tuners: placeholder(actor.tuners, { id: 0 }),
  affiliates: placeholder(actor.affiliates, { id: 0 }),
  suspended: { dealers: [], tuners: [], affiliates: [] },
  secondFactor: false,
  freshLogin: false,
  emailConfirmed: false,
  withheld: actor.withheld,
  displayCurrency: actor.displayCurrency,
  // A public page has its language in the address.
  language: null,
  address: '',
});
