import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { type ApiScope, apiScopeNames } from '@tuneport/domain/identity/api-scopes';

/** What an example sends besides the key: JSON, or the fields of a form with a file. */
type Sent = { readonly json?: object; readonly form?: readonly string[] };

const carExample = { vin: 'WVWZZZ1KZFW000001', nickname: 'Daily' };

/** The input of calls that need one. A test sends every example to a server. */
export const apiExamples: Readonly<Record<string, Sent>> = {
  'POST /vehicles': { json: carExample },
  'PATCH /vehicles/:id': { json: { nickname: 'Track car' } },
  'POST /v1/tune-requests': { form: ['file=@read.bin'] },
  'PATCH /v1/tune-requests/:id': { json: { information: { vin: carExample.vin } } },
  'POST /v1/tune-requests/:id/files': { form: ['kind=supplement', 'file=@log.bin'] },
  'POST /v1/tune-requests/:id/support': { json: { message: 'The car has a larger intercooler.' } },
  'POST /tickets': {
    json: { title: 'Question about my file', description: 'Which octane is it for?', customer_name: 'Robin Example' },
  },
  'POST /customer-tickets/:id/replies': { json: { text: 'Thank you, that worked.' } },
};

function curlOf(key: string, origin: string): string {
  const [method = '', path = ''] = key.split(' ');
  const { json, form } = apiExamples[key] ?? {};
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}/api${path.replace(/:[a-zA-Z]+/g, '1')}`,
    '-H "Authorization: Bearer $TUNEPORT_KEY"',
    ...(json ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(json)}'`] : []),
    ...(form ?? []).map((field) => `-F ${field}`),
  ];
  return parts.join(' \\\n  ');
}

/** Every call that keys may make, by scope, as the contract declares it. */
export function apiReference(origin: string) {
  const calls = Object.entries(contract as Record<string, Endpoint>).filter(
    ([, { apiScope }]) => apiScope !== undefined,
  );
  return apiScopeNames.map((scope: ApiScope) => ({
    scope,
    calls: calls
      .filter(([, { apiScope }]) => apiScope === scope)
      .map(([key, { summary, idempotent }]) => {
        const [method = '', path = ''] = key.split(' ');
        return {
          method,
          path: `/api${path}`,
          summary,
          idempotent: idempotent !== undefined,
          example: curlOf(key, origin),
        };
      }),
  }));
}
