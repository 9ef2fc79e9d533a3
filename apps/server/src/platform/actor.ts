import type { ApiScope } from '@tuneport/domain/identity/api-scopes';
import { type ActorFacts, anonymous as nobody } from '@tuneport/domain/identity/permissions';
import type { Language } from '@tuneport/domain/text/languages';
import { Refusal } from './refusal.ts';

/** The caller, with all facts that access rules need. Read from the database at each request, never cached. */
export type Actor = ActorFacts & {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly name: string | null;
  readonly secondFactor: boolean;
  /** The session's user authenticated within the last minutes. */
  readonly freshLogin: boolean;
  /** The e-mail address of the account is confirmed. */
  readonly emailConfirmed: boolean;
  /** Staff permissions are withheld until this session has a second factor. */
  readonly withheld: boolean;
  /** The default display currency: the dealer's preference, else the user's own. */
  readonly displayCurrency: string | null;
  /** The language chosen in the profile; null until one is chosen. */
  readonly language: Language | null;
  readonly address: string;
  /** Set for a program that acts for the user; it can make only the calls of its scopes. */
  readonly apiKey?: { readonly id: number; readonly scopes: readonly ApiScope[] };
  /**
   * Set for a visitor with a guest session, who is anonymous for every call except those marked `guest`: these get this
   * actor instead.
   */
  readonly guest?: GuestActor;
  /** The unconfirmed address a guest entered. Set for the actor of a guest only. */
  readonly guestEmail?: string;
};

type GuestActor = SignedInActor & { readonly guestEmail: string };

export type SignedInActor = Actor & { readonly userId: number; readonly sessionId: number };

export const anonymousActor = (address: string): Actor => ({
  ...nobody,
  userId: null,
  sessionId: null,
  name: null,
  secondFactor: false,
  freshLogin: false,
  emailConfirmed: false,
  withheld: false,
  displayCurrency: null,
  language: null,
  address,
});

/** For handlers whose access rule guarantees a signed-in actor. */
export function signedIn(actor: Actor): SignedInActor {
  if (actor.userId === null || actor.sessionId === null)
    throw new Error('an endpoint open to everyone asked for a user');
  return actor as SignedInActor;
}

/** For calls where only some inputs need it; a call that always does declares `freshLogin` in its contract. */
export function requireFreshLogin(actor: Actor): void {
  if (!actor.freshLogin) throw new Refusal('fresh_login_required');
}

/** What the audit log stores about an actor. */
export type AuditActor = Pick<Actor, 'userId' | 'sessionId' | 'address'>;
