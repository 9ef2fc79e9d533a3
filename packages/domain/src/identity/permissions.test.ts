import { describe, expect, test } from 'vitest';
import { flagInfo } from '../settings/flag-info.ts';
import {
  type ActorFacts,
  adminMenuKeys,
  allows,
  anonymous,
  effectiveRights,
  isAdmin,
  isPermission,
  isRole,
  isToolDeveloper,
  isTuner,
  isUserFlag,
  may,
  membershipIn,
  menuKeys,
  noMemberships,
  type Permission,
  permissionGrants,
  permissions,
  permissionsOf,
  type Role,
  roleName,
  roles,
  seesDealerMaterial,
  type UserFlag,
  userFlags,
} from './permissions.ts';

const everyRole: Role[] = [0, 3, 4, 5];
const who = (role: Role, ...flags: UserFlag[]) => ({ role, flags });
const signedIn = (facts: Partial<ActorFacts> = {}): ActorFacts => ({ ...anonymous, signedIn: true, ...facts });

describe('roles', () => {
  test('User is 0 (S305)', () => expect(roles.User).toBe(0));
  test('Admin is 3 (S306)', () => expect(roles.Admin).toBe(3));
  test('Dealer is 4 (S307)', () => expect(roles.Dealer).toBe(4));
  test('SuperAdmin is 5 (S308)', () => expect(roles.SuperAdmin).toBe(5));
  test('an admin is role 3 or role 5 (S309)', () => expect(everyRole.filter(isAdmin)).toEqual([3, 5]));
  test('a dealer is not an admin although 4 is above 3 (S310)', () => {
    expect(isAdmin(4)).toBe(false);
    expect(permissionsOf(who(4)).size).toBe(0);
  });
  test('dealer material is visible to roles 3, 4 and 5 (S311)', () =>
    expect(everyRole.filter(seesDealerMaterial)).toEqual([3, 4, 5]));
  test('dealer material is not visible to role 0 or an anonymous visitor', () => {
    expect(seesDealerMaterial(0)).toBe(false);
    expect(seesDealerMaterial(anonymous.role)).toBe(false);
  });
  test('other numbers are not roles', () => {
    for (const value of [1, 2, 6, -1, '3', null, undefined, Number.NaN]) expect(isRole(value)).toBe(false);
    expect(everyRole.every(isRole)).toBe(true);
  });
  test('every role has a name', () =>
    expect(everyRole.map(roleName)).toEqual(['User', 'Admin', 'Dealer', 'SuperAdmin']));
});

describe('flags', () => {
  test('there are twelve (S171)', () => {
    const twelve = ['fzd', 't', 'ct', 'f', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'];
    expect(userFlags).toEqual(twelve);
    for (const flag of twelve) expect(isUserFlag(flag)).toBe(true);
    expect(isUserFlag('adm')).toBe(false);
  });
  test('each has a name and a description for the admin page', () => {
    for (const flag of userFlags) {
      expect(flagInfo[flag].name).not.toBe('');
      expect(flagInfo[flag].description).toMatch(/\.$/);
    }
    expect(new Set(userFlags.map((flag) => flagInfo[flag].name)).size).toBe(12);
  });
  test('fzd makes a tool developer, and the developer page is for them and admins (S007 S313)', () => {
    expect(isToolDeveloper(who(0, 'fzd'))).toBe(true);
    expect(isToolDeveloper(who(3))).toBe(false);
    expect(may(who(0, 'fzd'), 'developer')).toBe(true);
    expect(may(who(0, 't'), 'developer')).toBe(false);
  });
  test('t makes a tuner (S314)', () => {
    expect(isTuner(signedIn({ flags: ['t'] }))).toBe(true);
    expect(isTuner(signedIn({ flags: ['ct'] }))).toBe(false);
    expect(isTuner(signedIn({ tuners: [{ id: 1 }] }))).toBe(true);
    expect(isTuner({ ...anonymous, flags: ['t'] })).toBe(false);
  });
  test('ct makes a CMS tuner, who edits records but neither settings nor duplicates (S315)', () => {
    expect([...permissionsOf(who(0, 'ct'))]).toEqual(['catalog.read', 'catalog.write']);
  });
});

describe('permissions', () => {
  const byFlag: Record<UserFlag, Permission[]> = {
    fzd: ['rescue.read', 'rescue.write', 'developer'],
    t: [],
    ct: ['catalog.read', 'catalog.write'],
    f: ['tool-orders.read'],
    tsa: ['tune-sales.read', 'metrics.read'],
    da: ['dealers.admin', 'credit-deals.admin'],
    tcro: ['catalog.read', 'catalog.settings.read'],
    tcrw: ['catalog.read', 'catalog.write', 'catalog.settings.read', 'catalog.settings'],
    tex: ['transactions.export'],
    dsig: ['signatures.read', 'signatures.record', 'signatures.write'],
    sig: ['signatures.read', 'signatures.record'],
    tm: ['tuners.admin'],
  };
  test.each(userFlags)('flag %s grants exactly its own permissions, for a user as for a dealer', (flag) => {
    expect([...permissionsOf(who(0, flag))]).toEqual(byFlag[flag]);
    expect([...permissionsOf(who(4, flag))]).toEqual(byFlag[flag]);
  });
  test('a plain user and a plain dealer have none', () => {
    expect(permissionsOf(who(0)).size).toBe(0);
    expect(permissionsOf(who(4)).size).toBe(0);
  });
  test('an admin has all except those of the SuperAdmin, who has all', () => {
    const missing = permissions.filter((permission) => !may(who(3), permission));
    expect(missing).toEqual(['superadmin', 'users.write', 'refunds.large']);
    expect(permissionsOf(who(5)).size).toBe(permissions.length);
  });
  test('no flag grants a SuperAdmin permission', () => {
    for (const permission of ['superadmin', 'users.write', 'refunds.large', 'admin'] as const) {
      expect(permissionGrants[permission].flags).toEqual([]);
      expect(may(who(4, ...userFlags), permission)).toBe(false);
    }
  });
  test('every combination of flags used by a route or endpoint has a name', () => {
    const flagSets: UserFlag[][] = [
      [],
      ['da'],
      ['dsig'],
      ['dsig', 'sig'],
      ['f'],
      ['fzd'],
      ['tcro', 'tcrw'],
      ['tcro', 'tcrw', 'ct'],
      ['tcrw'],
      ['tcrw', 'ct'],
      ['tex'],
      ['tm'],
      ['tsa'],
    ];
    const named = Object.values(permissionGrants).map((grant) => (grant.admin ? grant.flags.join() : null));
    for (const flags of flagSets) expect(named).toContain(flags.join());
    expect(new Set(named.filter((flags) => flags !== null)).size).toBe(flagSets.length);
  });
  test('an object prototype key is not a permission', () => {
    expect(isPermission('toString')).toBe(false);
    expect(isPermission('users.write')).toBe(true);
  });
});

describe('admin menu', () => {
  test('adm and aff are shown to admin roles only (S323)', () => {
    for (const role of [3, 5] as const)
      expect(adminMenuKeys(who(role))).toEqual(expect.arrayContaining(['adm', 'aff']));
    for (const role of [0, 4] as const) {
      expect(adminMenuKeys(who(role, ...userFlags))).not.toContain('adm');
      expect(adminMenuKeys(who(role, ...userFlags))).not.toContain('aff');
    }
  });
  test.each([
    ['f', 'fz'],
    ['tsa', 'tsa'],
    ['da', 'da'],
    ['tcro', 'tcro'],
    ['tcrw', 'tcrw'],
    ['tex', 'tex'],
    ['dsig', 'dsig'],
    ['sig', 'sig'],
    ['tm', 'tm'],
  ] as const)('flag %s shows the entry %s and no other (S324)', (flag, key) =>
    expect(adminMenuKeys(who(0, flag))).toEqual([key]),
  );
  test('flags fzd, t and ct have no entry', () => expect(adminMenuKeys(who(0, 'fzd', 't', 'ct'))).toEqual([]));
  test('admins see every entry without any flag', () => expect(adminMenuKeys(who(3))).toEqual(menuKeys));
});

describe('access rules', () => {
  const manager = signedIn({ role: 4, dealers: [{ id: 7, slug: 'north-bay', kind: 'manager' }] });
  const member = signedIn({ role: 4, dealers: [{ id: 7, slug: 'north-bay', kind: 'member' }] });
  const admin = signedIn({ role: 3 });

  test('everyone passes public, and token links, whose secret the use case checks', () => {
    expect(allows('public', anonymous)).toBe(true);
    expect(allows('token', anonymous)).toBe(true);
  });
  test('the actor kinds are anonymous, user, admin, tool developer, dealer member and tuner (S304)', () => {
    expect(allows('user', anonymous)).toBe(false);
    expect(allows('user', signedIn())).toBe(true);
    expect(allows('owner', anonymous)).toBe(false);
    expect(allows('owner', signedIn())).toBe(true);
    expect(allows('admin', signedIn())).toBe(false);
    expect(allows('admin', admin)).toBe(true);
    expect(allows('developer', signedIn({ flags: ['fzd'] }))).toBe(true);
    expect(allows('dealer-member', member)).toBe(true);
    expect(allows('tuner', signedIn({ tuners: [{ id: 1 }] }))).toBe(true);
    expect(allows('affiliate', signedIn({ affiliates: [{ id: 1 }] }))).toBe(true);
    expect(allows('affiliate', signedIn())).toBe(false);
  });
  test('the role Dealer without a membership grants access to no dealer', () =>
    expect(allows('dealer-member', signedIn({ role: 4 }))).toBe(false));
  test('a member is not a manager, a manager is a member', () => {
    expect(allows('dealer-manager', member)).toBe(false);
    expect(allows('dealer-manager', manager)).toBe(true);
    expect(allows('dealer-member', manager)).toBe(true);
  });
  test('an admin passes a dealer rule only where admin is listed too', () => {
    expect(allows('dealer-member', admin)).toBe(false);
    expect(allows(['dealer-member', 'admin'], admin)).toBe(true);
  });
  test('any one rule suffices and an empty list admits no one', () => {
    expect(allows(['tuner', 'metrics.read'], signedIn({ flags: ['tsa'] }))).toBe(true);
    expect(allows([], signedIn({ role: 5 }))).toBe(false);
  });
  test('nothing counts without a session, whatever the other facts', () => {
    const ended = { ...manager, role: 5, flags: userFlags, tuners: [{ id: 1 }], signedIn: false } as ActorFacts;
    const closed = ['user', 'owner', 'dealer-member', 'dealer-manager', 'tuner', 'affiliate', ...permissions] as const;
    expect(allows(closed, ended)).toBe(false);
    expect(membershipIn(ended, 7)).toBeUndefined();
  });
  test('a membership is matched by id or slug and only for its own partner', () => {
    expect(membershipIn(member, 7)?.kind).toBe('member');
    expect(membershipIn(member, 'north-bay')?.id).toBe(7);
    expect(membershipIn(member, 8)).toBeUndefined();
    expect(membershipIn(member, '7')).toBeUndefined();
  });
});

describe('suspended partners', () => {
  const dealer = { id: 1, slug: 'one', kind: 'manager' } as const;
  const other = { id: 2, slug: 'two', kind: 'member' } as const;
  const suspended = (facts: Partial<ActorFacts['suspended']>) =>
    signedIn({ suspended: { ...noMemberships, ...facts } });

  test('grant none of the rules of active partners', () => {
    const facts = suspended({ dealers: [dealer], tuners: [{ id: 1 }], affiliates: [{ id: 1 }] });
    for (const rule of ['dealer-member', 'dealer-manager', 'tuner', 'affiliate'] as const)
      expect(allows(rule, facts), rule).toBe(false);
    expect(membershipIn(facts, 1)).toBeUndefined();
    expect(membershipIn(facts, 'one')).toBeUndefined();
  });

  test('keep the right of a tuner to read its earnings', () => {
    expect(allows('tuner-account', suspended({ tuners: [{ id: 1 }] }))).toBe(true);
    expect(allows('tuner-account', suspended({ dealers: [dealer] }))).toBe(false);
    expect(allows('tuner-account', signedIn({ tuners: [{ id: 1 }] }))).toBe(true);
    expect(allows('tuner-account', anonymous)).toBe(false);
  });

  test('remove role Dealer and tuner flags unless another partner is active', () => {
    const none = { dealers: [], tuners: [] };
    const stored = who(4, 't', 'ct', 'da');
    expect(effectiveRights(stored, none, none)).toEqual(stored);
    expect(effectiveRights(stored, none, { dealers: [dealer], tuners: [{ id: 1 }] })).toEqual(who(0, 'da'));
    expect(effectiveRights(stored, { dealers: [other], tuners: [] }, { dealers: [dealer], tuners: [] })).toEqual(
      stored,
    );
    expect(effectiveRights(who(3, 't'), none, { dealers: [dealer], tuners: [] })).toEqual(who(3, 't'));
  });
});
