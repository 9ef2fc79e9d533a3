import { type ActorFacts, allows } from '@tuneport/domain/identity/permissions';
import type { RouteRow, SiteFlag } from '../../route-table.ts';

type Admission = 'enter' | 'login' | 'forbidden' | 'missing';

type SiteFlags = Readonly<Partial<Record<SiteFlag, boolean>>>;

/** Whether the page exists on this site for this URL; a hidden page is not found. */
function exists(row: RouteRow, params: Readonly<Record<string, string | undefined>>, flags: SiteFlags): boolean {
  if (row.hiddenWhen && flags[row.hiddenWhen]) return false;
  if (row.shownWhen && !flags[row.shownWhen]) return false;
  return !row.marks.includes('numeric-id') || /^\d{1,10}$/.test(params.id ?? '');
}

/** One decision for documents, data requests and client-side navigation. */
export function admission(
  row: RouteRow,
  params: Readonly<Record<string, string | undefined>>,
  facts: ActorFacts,
  flags: SiteFlags,
  isGuest = false,
): Admission {
  if (!exists(row, params, flags)) return 'missing';
  if (row.guard === null || allows(row.guard, facts)) return 'enter';
  if (isGuest && row.guest) return 'enter';
  return facts.signedIn ? 'forbidden' : 'login';
}
