// The numbers are the ones the specification prints; nothing may compare them by size, because 4 is not "less than" 5.
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

/** What the role alone opens; the data of one dealer always needs membership or an admin role. */
export const seesDealerMaterial = (role: Role): boolean => role === roles.Dealer || isAdmin(role);

/** Joining a first dealer lifts a User to Dealer, leaving the last one lowers them again; admins stay admins. */
export function roleAfterMembershipChange(role: Role, dealerCount: number): Role {
  if (isAdmin(role)) return role;
  return dealerCount > 0 ? roles.Dealer : roles.User;
}

/** The keys a role discount may name. */
export const roleDiscountKeys = ['user', 'dealer', 'admin', 'superadmin', 'tuner', 'affiliate', 'developer'] as const;

export const userFlags = ['fzd', 't', 'ct', 'f', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'] as const;
export type UserFlag = (typeof userFlags)[number];

export const flagInfo: Readonly<Record<UserFlag, { readonly name: string; readonly description: string }>> = {
  fzd: { name: 'Tool developer', description: 'Opens the developer page and rescue sessions.' },
  t: { name: 'Tuner', description: 'Works on tune requests and sees tuner pools.' },
  ct: {
    name: 'CMS tuner',
    description: 'Edits catalogue records, but not catalogue settings, and cannot merge duplicates.',
  },
  f: { name: 'Tool orders', description: 'Reads the orders of all customers, tool orders among them.' },
  tsa: { name: 'Tune sales figures', description: 'Reads metrics and the sales of tunes.' },
  da: { name: 'Dealer administration', description: 'Manages dealers, their applications and credit deals.' },
  tcro: { name: 'Catalogue, read', description: 'Reads the catalogue editor without changing anything.' },
  tcrw: {
    name: 'Catalogue, write',
    description: 'Changes the catalogue, its tools and settings, and merges duplicates.',
  },
  tex: { name: 'Transaction export', description: 'Downloads transactions as a file.' },
  dsig: { name: 'Dealer signature authority', description: 'Manages who may sign dealer agreements.' },
  sig: { name: 'Own signature', description: 'Records a signature and reads the list of signature authorities.' },
  tm: { name: 'Tuner management', description: 'Manages tuners, tuner brands and their members.' },
};

const flagSet: ReadonlySet<unknown> = new Set(userFlags);
export const isUserFlag = (value: unknown): value is UserFlag => flagSet.has(value);

type Holder = { readonly flags: readonly UserFlag[] };
export const isToolDeveloper = (who: Holder): boolean => who.flags.includes('fzd');
export const isCmsTuner = (who: Holder): boolean => who.flags.includes('ct');
