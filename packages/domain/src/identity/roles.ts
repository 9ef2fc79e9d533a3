// The numbers come from the specification. They are not ordered: never compare them with < or >.
export const roles = { User: 0, Admin: 3, Dealer: 4, SuperAdmin: 5 } as const;
export type RoleName = keyof typeof roles;
export type Role = (typeof roles)[RoleName];

export const roleNames: readonly RoleName[] = ['User', 'Dealer', 'Admin', 'SuperAdmin'];

export function isRole(value: unknown): value is Role {
  return value === 0 || value === 3 || value === 4 || value === 5;
}

export function roleName(role: Role): RoleName {
  for (const name of roleNames) if (roles[name] === role) return name;
  throw new RangeError(`not a role: ${role}`);
}

export const isAdmin = (role: Role): boolean => role === roles.Admin || role === roles.SuperAdmin;
export const isSuperAdmin = (role: Role): boolean => role === roles.SuperAdmin;

/** Granted by the role alone; the data of one dealer always requires membership or an admin role. */
export const seesDealerMaterial = (role: Role): boolean => role === roles.Dealer || isAdmin(role);

/** Keys allowed in a role discount. */
export const roleDiscountKeys = ['user', 'dealer', 'admin', 'superadmin', 'tuner', 'affiliate', 'developer'] as const;

export const userFlags = ['fzd', 't', 'ct', 'f', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'] as const;
export type UserFlag = (typeof userFlags)[number];

const flagSet: ReadonlySet<unknown> = new Set(userFlags);
export const isUserFlag = (value: unknown): value is UserFlag => flagSet.has(value);

type Holder = { readonly flags: readonly UserFlag[] };
export const isToolDeveloper = (who: Holder): boolean => who.flags.includes('fzd');
