import type { ContractMap, Endpoint } from '@tuneport/contract/endpoint';
import { errorCatalogue } from '@tuneport/contract/errors';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 generated from the live contract: undeclared calls are not served, so the two cannot diverge. */
export function openApi(contract: ContractMap, origin: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Error: errorSchema };
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method, path] = key.split(' ') as [string, string];
    const url = path.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(key, path, endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tuneport', version: '1', description: 'Every endpoint of this Tuneport site.' },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-tuneport' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

function operation(key: string, path: string, endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const open = [endpoint.access].flat().some((rule) => rule === 'public' || rule === 'token');
  const headers = [
    ...(endpoint.idempotent ? [headerParameter('Idempotency-Key', endpoint.idempotent === 'requires')] : []),
    ...(endpoint.precondition ? [headerParameter('If-Unmodified-Since', endpoint.precondition === true)] : []),
  ];
  return {
    operationId: key.replace(/[^a-zA-Z0-9]+/g, '_').replace(/_$/, ''),
    summary: endpoint.summary,
    tags: [path.split('/').find((part) => part && !/^(v1|admin|global)$/.test(part)) ?? 'other'],
    security: open ? [] : [{ session: [] }, ...(endpoint.apiScope ? [{ apiKey: [] }] : [])],
    ...(endpoint.apiScope ? { 'x-api-scope': endpoint.apiScope } : {}),
    'x-access': [endpoint.access].flat(),
    ...(endpoint.movesMoney ? { 'x-moves-money': true } : {}),
    parameters: [
      ...parameters('path', endpoint.params, schemas),
      ...parameters('query', endpoint.query, schemas),
      ...parameters('header', endpoint.headers, schemas),
      ...headers,
    ],
    ...(endpoint.stream ? { requestBody: { required: true, content: { [endpoint.stream.mediaType]: {} } } } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.upload ? 'multipart/form-data' : 'application/json']: {
                schema: schemaOf(endpoint.body, 'input', schemas),
              },
            },
          },
        }
      : {}),
    responses: responses(endpoint, schemas),
  };
}

const headerParameter = (name: string, required: boolean): Json => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
});

function parameters(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  schemas: Record<string, Json>,
): Json[] {
  if (!schema) return [];
  const described = schemaOf(schema, 'input', schemas) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(described.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: property,
  }));
}

function responses(endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const good =
    endpoint.reply === null
      ? { [endpoint.raw ? '200' : '204']: { description: 'Done.' } }
      : {
          [String(endpoint.status ?? 200)]: {
            description: 'Done.',
            content: {
              [endpoint.live ? 'text/event-stream' : 'application/json']: {
                schema: schemaOf(endpoint.reply, 'output', schemas),
              },
            },
          },
        };
  const codes = new Map<number, string[]>();
  for (const code of endpoint.refuses ?? []) {
    const { status } = errorCatalogue[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const refusals = [...codes].map(([status, names]) => [
    String(status),
    {
      description: names.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    ...good,
    ...Object.fromEntries(refusals),
    default: {
      description: 'Any other error.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

/** Schemas with an id are emitted once under components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' });
  const moved = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  const { $schema: _dialect, $defs = {}, ...own } = moved;
  for (const [name, definition] of Object.entries($defs as Record<string, Json>)) schemas[name] = definition;
  return own;
}
