import type { Call, CallReply } from '@tuneport/contract/index';

export type Affiliate = CallReply<'GET /v1/affiliates/:id'>;
export type Params = Readonly<Record<string, string | undefined>>;

export const loadAffiliate = (api: Call, { id = '' }: Params): Promise<Affiliate> =>
  api('GET /v1/affiliates/:id', { params: { id } });

export const affiliatePaths = ({ id }: Pick<Affiliate, 'id'>) => ({
  base: `/affiliate/${id}`,
  transfers: `/affiliate/${id}/disbursements`,
});
