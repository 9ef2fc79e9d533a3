import { type ActorFacts, anonymous as nobody } from '@tuneport/domain/identity/permissions';
import { Refusal } from './refusal.ts';

/** Who is calling, with every fact access rules ask for. Read from the database at each request, never kept. */
export type Actor = ActorFacts & {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly name: string | null;
  readonly secondFactor: boolean;
  /** The owner of the session proved who they are within the last minutes. */
  readonly freshLogin: boolean;
  /** The address of the account is known to be its owner's. */
  readonly emailConfirmed: boolean;
  /** Staff rights are held back until this session has a second factor. */
  readonly withheld: boolean;
  /** What prices are shown in unless the visitor chose otherwise: the dealer's preference, else the user's own. */
  readonly displayCurrency: string | null;
  readonly address: string;
};

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
  address,
});

/** For handlers behind an access rule that only a signed-in caller passes. */
export function signedIn(actor: Actor): SignedInActor {
  if (actor.userId === null || actor.sessionId === null)
    throw new Error('an endpoint open to everyone asked for a user');
  return actor as SignedInActor;
}

/** For calls where only some inputs need it; a call that always does says `freshLogin` in its contract. */
export function requireFreshLogin(actor: Actor): void {
  if (!actor.freshLogin) throw new Refusal('fresh_login_required');
}
