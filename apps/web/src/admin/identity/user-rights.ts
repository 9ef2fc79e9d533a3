import type { CallInput, CallReply } from '@tuneport/contract/index';
import { isRole, roleNames, roles, type UserFlag, userFlags } from '@tuneport/domain/identity/permissions';
import { flagInfo } from '@tuneport/domain/settings/flag-info';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';

export type UserRecord = CallReply<'GET /v1/admin/users/:id'>;
type Grant = CallInput<'PATCH /v1/admin/users/:id'>['body'];

// A form merges plain values, so each of the twelve flags is a separate switch: two users who grant different flags
// concurrently do not overwrite each other.

const fieldOfFlag = (flag: UserFlag) => `f.${flag}`;

export const rightsFields: readonly FormField[] = [
  {
    name: 'role',
    label: 'Role',
    kind: 'select',
    options: roleNames.map((name) => ({ value: String(roles[name]), label: name })),
  },
  ...userFlags.map(
    (flag): FormField => ({
      name: fieldOfFlag(flag),
      label: flagInfo[flag].name,
      hint: flagInfo[flag].description,
      kind: 'switch',
    }),
  ),
];

export const flagFields = userFlags.map(fieldOfFlag);

export const shownRights = (user: Pick<UserRecord, 'role' | 'f' | 'updated_at'>) => ({
  values: {
    role: String(user.role),
    ...Object.fromEntries(userFlags.map((flag) => [fieldOfFlag(flag), user.f.includes(flag)])),
  } as FormValues,
  readAt: user.updated_at,
});

/** Sends the role only if it changed, and the flags, which are one list on the server, if any of them changed. */
export function grantOf(known: FormValues, values: FormValues): Grant {
  const changed = changedNames(Object.keys(values), known, values);
  const role = Number(values.role);
  return {
    ...(changed.includes('role') && isRole(role) ? { role } : {}),
    ...(changed.some((name) => name !== 'role')
      ? { f: userFlags.filter((flag) => values[fieldOfFlag(flag)] === true) }
      : {}),
  };
}
