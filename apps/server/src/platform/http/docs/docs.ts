import { createHash } from 'node:crypto';
import type { ContractMap } from '@tuneport/contract/endpoint';
import { isPermission } from '@tuneport/domain/identity/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cacheable } from '../../cache/response-cache.ts';
import type { Config } from '../../config.ts';
import { Refusal } from '../../refusal.ts';
import { sendCached } from '../cached/send-cached.ts';
import { openApi } from './openapi.ts';

type DocsOptions = {
  readonly contract: ContractMap;
  readonly origin: string;
  readonly mode: Config['apiDocs'];
  /** Called only if the response depends on it. */
  readonly isStaff: (request: FastifyRequest) => Promise<boolean>;
};

/** The contract as OpenAPI and as one plain HTML page without scripts, each generated once, at the first request. */
export function mountDocs(app: FastifyInstance, { contract, origin, mode, isStaff }: DocsOptions): void {
  const shared =
    mode === 'public'
      ? { 'cache-control': 'public, max-age=60', vary: 'accept-encoding' }
      : { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' };
  const docsOf = (shown: ContractMap) => ({
    json: once(() =>
      cacheable(
        200,
        { ...shared, 'content-type': 'application/json; charset=utf-8' },
        JSON.stringify(openApi(shown, origin)),
      ),
    ),
    page: once(() =>
      cacheable(
        200,
        {
          ...shared,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; style-src '${sha256(style)}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
        },
        docsPage(shown),
      ),
    ),
  });
  const whole = docsOf(contract);
  const open = docsOf(withoutStaffCalls(contract));
  const answer = (kind: 'json' | 'page') => async (request: FastifyRequest, reply: FastifyReply) => {
    if (mode === 'off') throw new Refusal('not_found');
    const seesAll = mode === 'public' || (await isStaff(request));
    return sendCached((seesAll ? whole : open)[kind](), request, reply);
  };
  app.get('/api/openapi.json', answer('json'));
  app.get('/api/docs', answer('page'));
}

/** Staff calls are those that require a permission, and those of the back office that tuners share. */
const withoutStaffCalls = (contract: ContractMap): ContractMap =>
  Object.fromEntries(
    Object.entries(contract).filter(
      ([key, { access }]) => !key.includes(' /v1/admin/') && ![access].flat().every(isPermission),
    ),
  );

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const style = `
:root{color-scheme:light dark;--ground:#f7f6f3;--text:#0e1216;--quiet:#5b6470;--line:#d9d6ce;--accent:#c2410c}
@media(prefers-color-scheme:dark){:root{--ground:#0e1216;--text:#e8ecf0;--quiet:#a3adb8;--line:#2a323b;--accent:#ff6a2b}}
body{margin:0;padding:48px clamp(16px,4vw,64px);background:var(--ground);color:var(--text);font:14px/1.5 system-ui,sans-serif}
h1{font-size:28px;margin:0 0 4px}p{color:var(--quiet);margin:0 0 24px}a{color:var(--accent)}div{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:8px 12px 8px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--quiet);font-weight:500;font-size:12px}td b{color:var(--accent);font-weight:600}code{font-size:13px;white-space:nowrap}
`;

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function docsPage(contract: ContractMap): string {
  const rows = Object.entries(contract)
    .map(([key, endpoint]) => {
      const [method = '', path = ''] = key.split(' ');
      const marks = [
        endpoint.idempotent && 'Idempotency-Key',
        endpoint.precondition && 'If-Unmodified-Since',
        endpoint.publicCache && 'cached',
        endpoint.limit && `${endpoint.limit.max} per ${endpoint.limit.windowS} s`,
      ].filter(Boolean);
      return `<tr id="${escaped(key.replace(/[^a-zA-Z0-9]+/g, '-'))}"><td><b>${method}</b></td><td><code>/api${escaped(path)}</code></td><td>${escaped(endpoint.summary)}</td><td>${escaped([endpoint.access].flat().join(', '))}</td><td>${escaped((endpoint.refuses ?? []).join(', '))}</td><td>${escaped(marks.join(', '))}</td></tr>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Tuneport API</title><style>${style}</style></head><body><main><h1>Tuneport API</h1><p>${Object.keys(contract).length} calls, made from the live contract. For machines: <a href="/api/openapi.json">openapi.json</a></p>
<div tabindex="0" role="region" aria-label="Calls"><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th><th>Refuses with</th><th>Notes</th></tr></thead><tbody>
${rows}
</tbody></table></div></main></body></html>`;
}
