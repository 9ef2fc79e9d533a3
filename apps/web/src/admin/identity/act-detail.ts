import { isRole, isUserFlag, roleName } from '@tuneport/domain/identity/permissions';
import { flagInfo } from '@tuneport/domain/settings/flag-info';

type Rights = { role?: unknown; f?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const nothing = 'nothing';

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map(wordsOf).join(', ');
  if (isObject(value)) return Object.entries(value).map(named).join(', ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
const named = ([name, value]: [string, unknown]) => `${name.replaceAll('_', ' ')}: ${wordsOf(value)}`;
const flagsOf = ({ f }: Rights) => (Array.isArray(f) ? f.filter(isUserFlag) : []);
const nameOf = (role: unknown) => (isRole(role) ? roleName(role) : wordsOf(role));

/** The detail of an audit event in readable form: changes from old to new, then other fields. */
export function actDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const plain = Object.entries(rest).map(named);
  if (isObject(before) && isObject(after)) {
    const changes = 'role' in after || 'f' in after ? rightsChange(before, after) : changesOf(before, after);
    return [...changes, ...plain].join('; ');
  }
  if (isObject(after)) return [...Object.entries(after).map(named), ...plain].join('; ');
  for (const pair of Object.entries({ before, after })) if (pair[1] !== undefined) plain.push(named(pair));
  return plain.join('; ');
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, was: wordsOf(before[name]), is: wordsOf(after[name]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${name.replaceAll('_', ' ')}: ${was} → ${is}`);
}

function rightsChange(before: Rights, after: Rights): string[] {
  const [had, has] = [flagsOf(before), flagsOf(after)];
  const granted = has.filter((flag) => !had.includes(flag)).map((flag) => flagInfo[flag].name);
  const taken = had.filter((flag) => !has.includes(flag)).map((flag) => flagInfo[flag].name);
  return [
    ...(before.role === after.role ? [] : [`${nameOf(before.role)} → ${nameOf(after.role)}`]),
    ...(granted.length > 0 ? [`granted ${granted.join(', ')}`] : []),
    ...(taken.length > 0 ? [`removed ${taken.join(', ')}`] : []),
  ];
}

/** A changed right or role by its name; other fields as they are. */
export function namedChange<Change extends { field: string; before?: unknown; after?: unknown }>(
  change: Change,
): Change {
  const { field, before, after } = change;
  if (field === 'role') return { ...change, before: nameOf(before), after: nameOf(after) };
  if (field !== 'f') return change;
  const names = (f: unknown) => flagsOf({ f }).map((flag) => flagInfo[flag].name);
  return { ...change, field: 'rights', before: names(before), after: names(after) };
}

/** The fields an event changed, for a table of before and after. A new record has no fields before it. */
export function fieldChanges({ before, after }: Readonly<Record<string, unknown>>) {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  if (Array.isArray(was) || Array.isArray(is)) return [];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }));
}

/** What an event says besides the changed fields. */
export function restOf(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { before, after, ...rest } = detail;
  return {
    ...rest,
    ...(before !== undefined && !isObject(before) ? { before } : {}),
    ...(after !== undefined && !isObject(after) ? { after } : {}),
  };
}
