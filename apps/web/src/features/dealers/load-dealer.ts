import type { Call, CallReply } from '@tuneport/contract/index';

export type Dealer = CallReply<'GET /v1/dealers/:id'>;
export type Params = Readonly<Record<string, string | undefined>>;

export const loadDealer = (api: Call, { slug = '' }: Params): Promise<Dealer> =>
  api('GET /v1/dealers/:id', { params: { id: slug } });

export const dealerPaths = ({ slug }: Pick<Dealer, 'slug'>) => ({ base: `/dealer/${slug}` });
