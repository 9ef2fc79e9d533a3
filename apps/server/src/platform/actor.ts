import { type ActorFacts, anonymous as nobody } from '@tuneport/domain/permissions';

/** Who is calling, with every fact access rules ask for. Read from the database at each request, never kept. */
export type Actor = ActorFacts & {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly name: string | null;
  readonly secondFactor: boolean;
  /** Staff rights are held back until this session has a second factor. */
  readonly withheld: boolean;
  readonly address: string;
};

export type SignedInActor = Actor & { readonly userId: number; readonly sessionId: number };

export const anonymousActor = (address: string): Actor => ({
  ...nobody,
  userId: null,
  sessionId: null,
  name: null,
  secondFactor: false,
  withheld: false,
  address,
});

/** For handlers behind an access rule that only a signed-in caller passes. */
export function signedIn(actor: Actor): SignedInActor {
  if (actor.userId === null || actor.sessionId === null)
    throw new Error('an endpoint open to everyone asked for a user');
  return actor as SignedInActor;
}
