import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { Kind } from '../kind.ts';
import { engines } from './engines.ts';
import { guides } from './guides.ts';
import { makes } from './makes.ts';
import { models } from './models.ts';
import { priceTiers } from './price-tiers.ts';
import { tools } from './tools.ts';
import { transmissions } from './transmissions.ts';
import { tuneTypeGroups } from './tune-type-groups.ts';
import { tuneTypes } from './tune-types.ts';
import { tunes } from './tunes.ts';
import { years } from './years.ts';

export const kinds: { readonly [K in RecordKindName]: Kind<K> } = {
  makes,
  years,
  models,
  engines,
  transmissions,
  tunes,
  guides,
  'tune-types': tuneTypes,
  'tune-type-groups': tuneTypeGroups,
  'tune-pricing-tiers': priceTiers,
  tools,
};
