import { isRecordKind, recordKind, recordPage } from '@tuneport/domain/activity/record-kinds';
import { capitalized } from '@tuneport/domain/text/capitalized';

/** "trade-in:7" in readable form: "Trade-in TI-00007". */
export function subjectTitle(subject: string): string {
  const [, kind = '', id = ''] = /^([a-z-]+):([1-9]\d*)$/.exec(subject) ?? [];
  if (isRecordKind(kind)) return recordKind(kind).title(Number(id));
  // A UUID keeps its dashes, so that it can be searched for.
  const [, named = subject, uuid = ''] = /^(.*?)(\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/s.exec(subject) ?? [];
  return capitalized(named.replace(':', ' ').replaceAll(/[-_]/g, ' ') + uuid);
}

/** Pages of records that have no timeline. */
const otherPages: Readonly<Record<string, string>> = {
  mail: '/admin/mail',
  transaction: '/admin/transactions',
  'tuner-brand': '/admin/tuner-brands',
  'catalog-tunes': '/admin/catalog/tunes',
  'catalog-engines': '/admin/catalog/engines',
  'catalog-transmissions': '/admin/catalog/transmissions',
};

/** The page of the record that an audit event or posting is about; null if it has none. */
export function subjectPage(subject: string): string | null {
  const [, kind = '', id = ''] = /^([a-z-]+):([1-9]\d*)$/.exec(subject) ?? [];
  return Object.hasOwn(otherPages, kind) ? `${otherPages[kind]}/${id}` : recordPage(subject);
}
