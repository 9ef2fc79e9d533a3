import {
  type Change,
  changeShapes,
  type RecordKindName,
  type RecordOf,
} from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { RecordKind } from '../../../../platform/records/record-kind.ts';
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

const kind = <K extends RecordKindName>(own: Kind<K>): RecordKind<RecordOf<K>, Change<K>> => ({
  ...own,
  subject: `catalog-${own.name}`,
  acts: 'catalog',
  fields: Object.keys(changeShapes[own.name].shape),
  area: 'catalog',
});

export const kinds: { readonly [K in RecordKindName]: RecordKind<RecordOf<K>, Change<K>> } = {
  makes: kind(makes),
  years: kind(years),
  models: kind(models),
  engines: kind(engines),
  transmissions: kind(transmissions),
  tunes: kind(tunes),
  guides: kind(guides),
  'tune-types': kind(tuneTypes),
  'tune-type-groups': kind(tuneTypeGroups),
  'tune-pricing-tiers': kind(priceTiers),
  tools: kind(tools),
};
