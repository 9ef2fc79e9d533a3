import type { DealerTier } from '../dealers/dealer-tier.ts';
import { isAdmin, isSuperAdmin, type Role, roles, type UserFlag } from './roles.ts';

export * from './roles.ts';

type Grant = { readonly admin?: true; readonly superAdmin?: true; readonly flags: readonly UserFlag[] };

const admins: Grant = { admin: true, flags: [] };
const superAdmins: Grant = { superAdmin: true, flags: [] };
const adminsOr = (...flags: UserFlag[]): Grant => ({ admin: true, flags });

// One row per permission; a matching role or flag is sufficient. Admins have all flags, so they have every permission
// except those of the SuperAdmin: roles and flags, and refunds above the limit. Every admin may change site settings,
// because support hours or a sale cannot wait for one person; the settings area refuses an Admin those that define
// limits or protect the site.
const grants = {
  admin: admins,
  superadmin: superAdmins,

  'users.read': admins,
  'users.write': superAdmins,
  'sessions.end': admins,
  'settings.read': admins,
  'settings.write': admins,
  'switches.write': admins,
  'theme.write': admins,
  'mail.read': admins,
  'audit.read': admins,
  'jobs.read': admins,
  'alerts.write': admins,
  'sales.read': admins,
  'sales.write': admins,

  'catalog.read': adminsOr('tcro', 'tcrw', 'ct'),
  'catalog.write': adminsOr('tcrw', 'ct'),
  'catalog.settings.read': adminsOr('tcro', 'tcrw'),
  'catalog.settings': adminsOr('tcrw'),
  'kit-builder.write': admins,

  'dealers.admin': adminsOr('da'),
  'credit-deals.admin': adminsOr('da'),
  'signatures.read': adminsOr('dsig', 'sig'),
  'signatures.record': adminsOr('dsig', 'sig'),
  'signatures.write': adminsOr('dsig'),
  'tuners.admin': adminsOr('tm'),
  'affiliates.admin': admins,
  payouts: admins,

  'products.read': admins,
  'products.write': admins,
  stock: admins,
  'transactions.read': admins,
  'transactions.write': admins,
  'transactions.export': adminsOr('tex'),
  'refunds.large': superAdmins,
  'tool-orders.read': adminsOr('f'),
  'value-transfers': admins,
  'trade-ins': admins,

  'tune-requests.admin': admins,
  'tune-sales.read': adminsOr('tsa'),
  'metrics.read': adminsOr('tsa'),
  'analytics.read': admins,
  leads: admins,
  'tickets.admin': admins,
  'tickets.goodwill': admins,
  'rescue.read': adminsOr('fzd'),
  'rescue.write': adminsOr('fzd'),
  developer: adminsOr('fzd'),

  'content.write': admins,
  'beta-programs.write': admins,
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof grants;
export const permissionGrants: Readonly<Record<Permission, Grant>> = grants;
export const permissions = Object.keys(grants) as readonly Permission[];

export const isPermission = (value: unknown): value is Permission =>
  typeof value === 'string' && Object.hasOwn(grants, value);

export type AuditActor = { readonly role: Role; readonly flags: readonly UserFlag[] };

export function may(who: AuditActor, permission: Permission): boolean {
  const grant = permissionGrants[permission];
  if (grant.admin && isAdmin(who.role)) return true;
  if (grant.superAdmin && isSuperAdmin(who.role)) return true;
  return grant.flags.some((flag) => who.flags.includes(flag));
}

export function permissionsOf(who: AuditActor): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => may(who, permission)));
}

export const menuKeys = ['adm', 'aff', 'fz', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'] as const;
export type AdminMenuKey = (typeof menuKeys)[number];

// null: requires an admin role. The key fz has no flag of its own and uses flag f.
const menuFlag: Readonly<Record<AdminMenuKey, UserFlag | null>> = {
  adm: null,
  aff: null,
  fz: 'f',
  tsa: 'tsa',
  da: 'da',
  tcro: 'tcro',
  tcrw: 'tcrw',
  tex: 'tex',
  dsig: 'dsig',
  sig: 'sig',
  tm: 'tm',
};

/** The menu only hides entries; every page and call has its own access rule. */
export function adminMenuKeys(who: AuditActor): readonly AdminMenuKey[] {
  if (isAdmin(who.role)) return menuKeys;
  return menuKeys.filter((key) => {
    const flag = menuFlag[key];
    return flag !== null && who.flags.includes(flag);
  });
}

export type DealerMembership = {
  readonly id: number;
  readonly slug: string;
  readonly kind: 'manager' | 'member';
  /** What the dealer pays. Known on the server only. */
  readonly tier?: DealerTier | null;
};

export type Memberships = {
  readonly dealers: readonly DealerMembership[];
  readonly tuners: readonly { readonly id: number }[];
  readonly affiliates: readonly { readonly id: number }[];
};

/** Facts about an actor that are known before any record is read. */
export type ActorFacts = Memberships & {
  readonly signedIn: boolean;
  readonly role: Role;
  readonly flags: readonly UserFlag[];
  /**
   * Memberships in inactive partners. They are separate so that a rule must name them explicitly: members may read the
   * partner's money records and nothing else.
   */
  readonly suspended: Memberships;
};

export const noMemberships: Memberships = { dealers: [], tuners: [], affiliates: [] };

const tunerFlags: readonly UserFlag[] = ['t', 'ct'];

/** Role Dealer and the tuner flags are effective only while one of the partners is active. */
export function effectiveRights(
  { role, flags }: AuditActor,
  active: Pick<Memberships, 'dealers' | 'tuners'>,
  suspended: Pick<Memberships, 'dealers' | 'tuners'>,
): AuditActor {
  const lostDealer = suspended.dealers.length > 0 && active.dealers.length === 0;
  const lostTuner = suspended.tuners.length > 0 && active.tuners.length === 0;
  return {
    role: lostDealer && role === roles.Dealer ? roles.User : role,
    flags: lostTuner ? flags.filter((flag) => !tunerFlags.includes(flag)) : flags,
  };
}

export const actorKinds = [
  'public',
  'user',
  'owner',
  'token',
  'dealer-member',
  'dealer-manager',
  'tuner',
  'tuner-account',
  'affiliate',
] as const;
export type AccessRule = (typeof actorKinds)[number] | Permission;

export const anonymous: ActorFacts = {
  signedIn: false,
  role: 0,
  flags: [],
  ...noMemberships,
  suspended: noMemberships,
};

/** A user is a tuner by flag t or by membership in a tuner. */
export const isTuner = (facts: ActorFacts): boolean =>
  facts.signedIn && (facts.flags.includes('t') || facts.tuners.length > 0);

function meets(rule: AccessRule, facts: ActorFacts): boolean {
  // For a token link the secret in the request is decisive, not the actor; the use case checks it.
  if (rule === 'public' || rule === 'token') return true;
  if (!facts.signedIn) return false;
  switch (rule) {
    case 'user':
    case 'owner': // The query filters by owner, so that records of others are not found.
      return true;
    case 'dealer-member':
      return facts.dealers.length > 0;
    case 'dealer-manager':
      return facts.dealers.some((dealer) => dealer.kind === 'manager');
    case 'tuner':
      return isTuner(facts);
    case 'tuner-account': // Earnings are read in every state of the tuner.
      return isTuner(facts) || facts.suspended.tuners.length > 0;
    case 'affiliate':
      return facts.affiliates.length > 0;
    default:
      return may(facts, rule);
  }
}

/** Any one of the rules is sufficient; an empty list allows no one. */
export function allows(rules: AccessRule | readonly AccessRule[], facts: ActorFacts): boolean {
  return typeof rules === 'string' ? meets(rules, facts) : rules.some((rule) => meets(rule, facts));
}

/** A dealer is referenced by id or slug. Slugs cannot be all digits, so the two are unambiguous. */
export function membershipIn(facts: ActorFacts, dealer: number | string): DealerMembership | undefined {
  if (!facts.signedIn) return undefined;
  return facts.dealers.find((membership) => membership.id === dealer || membership.slug === dealer);
}
