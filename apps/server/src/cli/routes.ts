import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import type { Command } from './command.ts';

export const routesCommand: Command = {
  summary: 'list every endpoint with its access rule',
  async run() {
    return Object.entries(contract as Record<string, Endpoint>).map(([key, endpoint]) => {
      const [method, path] = key.split(' ');
      return {
        method,
        path: `/api${path}`,
        access: [endpoint.access].flat(),
        moves_money: endpoint.movesMoney ?? false,
        idempotency_key: endpoint.idempotent ?? false,
        precondition: endpoint.precondition ?? false,
      };
    });
  },
};
