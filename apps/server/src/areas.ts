import { contract } from '@tuneport/contract/index';
import { identityAdminRoutes, identityRoutes } from './modules/identity/index.ts';
import { makeRegistry } from './platform/http/registry.ts';

/** Every area with its handlers. A call of the contract that is missing here stops the start. */
export const makeProductRegistry = () => makeRegistry(contract, [identityRoutes, identityAdminRoutes]);
