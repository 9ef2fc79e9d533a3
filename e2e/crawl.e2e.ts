import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isBackOffice } from '../apps/web/src/platform/page.ts';
import { type RouteRow, routedRows } from '../apps/web/src/route-table.ts';
import { type Caller, caller, loggedIn } from './harness/api.ts';
import { filled, sampleAddress, sampleVehicle } from './harness/sample-address.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
let vehicle: Record<string, string>;
beforeAll(async () => {
  site = await openSite();
  vehicle = await sampleVehicle(caller(() => site.origin));
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** The expected response for the path of a row. */
function expected(row: RouteRow, signedIn: boolean): { status: number; to?: string } {
  if (row.id === 'R001' || row.id === 'R002') return { status: 404 };
  if (row.id === 'R003') return { status: 403 };
  if (row.id === 'R005') return { status: 302, to: signedIn ? '/' : '/auth/error' };
  if (row.shownWhen !== null) return { status: 404 };
  if (row.guard !== null && !signedIn) return { status: 302, to: '/auth/login' };
  // There are no purchases, transfers, invitations, webhooks or own cars with the sample id.
  if (['R242', 'R111', 'R131', 'R127', 'R128', 'R132', 'R144', 'R145', 'X160', 'X166', 'X191'].includes(row.id))
    return { status: 404 };
  // A link with a wrong token is not found; staff may still read tickets and rescues.
  if (['X61', 'X71', 'X165', 'X167', 'X170', 'R123', 'R139', 'R251'].includes(row.id)) return { status: 404 };
  // The title of the post is in its address, and a wrong one is corrected.
  if (row.id === 'R255') return { status: 301 };
  if ((row.id === 'X50' || row.id === 'X51') && !signedIn) return { status: 404 };
  if (row.redirect !== null) return { status: 302, to: filled(row.redirect, row.vehicle ? vehicle : undefined) };
  return { status: 200 };
}

async function crawl(who: Caller, signedIn: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of routedRows) {
    const address = sampleAddress(row, vehicle);
    const report = (text: string) => wrong.push(`${row.id} ${address}: ${text}`);
    const { status, body, headers } = await who.request<string>('GET', address);
    const wanted = expected(row, signedIn);
    if (status !== wanted.status) report(`answered ${status}, not ${wanted.status}`);
    const to = headers.get('location');
    if (wanted.to !== undefined && to?.split('?')[0] !== wanted.to) report(`leads to ${to}, not ${wanted.to}`);
    if (status >= 300 && status < 400) continue;
    for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
      if (!headers.has(header)) report(`has no ${header}`);
    if (/unsafe-(eval|inline)/.test(/script-src[^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0] ?? ''))
      report('allows any script');
    if (row.guard !== null && !/no-store/.test(headers.get('cache-control') ?? '')) report('may be stored');
    if (row.marks.includes('token-link') && headers.get('referrer-policy') !== 'no-referrer') report('tells its token');
    if (!/<html[^>]* lang="en"/.test(body)) report('has no language');
    if (!/<title>[^<]*\S[^<]*<\/title>/.test(body)) report('has no title');
    // The back office renders in the browser.
    if (!isBackOffice(row.path) && (body.match(/<h1[\s>]/g) ?? []).length !== 1) report('has not exactly one h1');
  }
  return wrong;
}

test('every route of the table responds to a visitor as its row specifies', async () => {
  expect(
    await crawl(
      caller(() => site.origin),
      false,
    ),
  ).toEqual([]);
});

test('every route of the table responds to a SuperAdmin as its row specifies', async () => {
  expect(await crawl(await loggedIn(() => site.origin, 'super'), true)).toEqual([]);
});
