import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { type ApiScope, apiScopeNames } from '@tuneport/domain/identity/api-scopes';

/** What an example sends besides the key: JSON, or the fields of a form with a file. */
type Sent = { readonly json?: object; readonly form?: readonly string[] };

const carExample = { vin: 'WVWZZZ1KZFW000001', nickname: 'Daily' };

/** A manifest that can be sent as it is. */
const manifestExample = {
  format: 1,
  tool: 'flashzilla-v3',
  firmware: '4.12.0',
  control_units: [
    {
      unit: 'ecu',
      family: 'Bosch MED17.5',
      fits: ['CCZB', 'CDAA'],
      operations: [
        { operation: 'identify', connection: 'obd', protocols: ['uds-can'] },
        { operation: 'read', connection: 'bench', protocols: ['uds-can'], max_file_bytes: 4194304 },
        { operation: 'write', connection: 'obd', protocols: ['uds-can'], max_file_bytes: 4194304, block_bytes: 4096 },
      ],
    },
  ],
};

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
  'POST /v1/tool-manifests': { json: manifestExample },
  'POST /v1/tool-manifests/:id/submit': {},
  'POST /v1/tool-simulations/vehicle': { json: { manifest: manifestExample, engine: 1 } },
  'POST /v1/tool-simulations/sessions': { json: { webhook: 1, tool: manifestExample.tool, scenario: 'done' } },
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
