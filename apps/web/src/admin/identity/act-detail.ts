import { flagInfo, isRole, isUserFlag, roleName } from '@tuneport/domain/permissions';

type Rights = { role?: unknown; f?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const flagsOf = ({ f }: Rights) => (Array.isArray(f) ? f.filter(isUserFlag) : []);
const nameOf = (role: unknown) => (isRole(role) ? roleName(role) : wordsOf(role));

/** The detail of an act in the words of the page; what has no words of its own is shown as it was written down. */
export function actDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const plain = Object.entries(rest).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  if (!isObject(before) || !isObject(after)) {
    for (const [name, value] of Object.entries({ before, after })) {
      if (value !== undefined) plain.push(`${name}: ${wordsOf(value)}`);
    }
    return plain.join('; ');
  }
  return [...('role' in after || 'f' in after ? rightsChange(before, after) : [change(before, after)]), ...plain].join(
    '; ',
  );
}

const change = (before: unknown, after: unknown) => `${wordsOf(before)} → ${wordsOf(after)}`;

function rightsChange(before: Rights, after: Rights): string[] {
  const [had, has] = [flagsOf(before), flagsOf(after)];
  const granted = has.filter((flag) => !had.includes(flag)).map((flag) => flagInfo[flag].name);
  const taken = had.filter((flag) => !has.includes(flag)).map((flag) => flagInfo[flag].name);
  return [
    ...(before.role === after.role ? [] : [`${nameOf(before.role)} → ${nameOf(after.role)}`]),
    ...(granted.length > 0 ? [`granted ${granted.join(', ')}`] : []),
    ...(taken.length > 0 ? [`took ${taken.join(', ')}`] : []),
  ];
}
