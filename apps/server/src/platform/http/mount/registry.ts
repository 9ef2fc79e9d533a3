import type { ContractMap, Endpoint } from '@tuneport/contract/endpoint';
import { actorKinds, isPermission } from '@tuneport/domain/identity/permissions';
import type { Handlers } from '../context.ts';
import type { Mounted } from './dispatch.ts';

export type Registry = ReadonlyMap<string, Mounted>;

const kinds: readonly string[] = actorKinds;

/**
 * Joins the contract with the areas' handlers. Types already catch a missing handler within an area; this refuses to
 * start if an area is missing, two areas handle one call, an access rule is unknown, or a one-click call is authorized
 * by more than its token.
 */
export function makeRegistry(contract: ContractMap, areas: readonly Handlers<ContractMap>[]): Registry {
  const registry = new Map<string, Mounted>();
  for (const area of areas) {
    for (const [key, handler] of Object.entries(area)) {
      const endpoint = (contract as Record<string, Endpoint>)[key];
      if (!endpoint) throw new Error(`${key} has a handler but is not in the contract`);
      if (registry.has(key)) throw new Error(`${key} has two handlers`);
      registry.set(key, { key, endpoint, handler: handler as Mounted['handler'] });
    }
  }
  for (const [key, endpoint] of Object.entries(contract)) {
    if (!registry.has(key)) throw new Error(`${key} is in the contract but has no handler`);
    const rules = [endpoint.access].flat();
    if (rules.length === 0 || !rules.every((rule) => kinds.includes(rule) || isPermission(rule))) {
      throw new Error(`${key} has an unknown access rule: ${JSON.stringify(endpoint.access)}`);
    }
    if (
      endpoint.oneClick &&
      !(key.startsWith('POST ') && endpoint.access === 'token' && endpoint.raw && !endpoint.body)
    ) {
      throw new Error(`${key} accepts cross-site requests, so it must be a POST authorized by its token only`);
    }
  }
  return registry;
}
