import type { Call, CallReply } from '@tuneport/contract/index';

export type Tuner = CallReply<'GET /tuners/:id'>;
export type Params = Readonly<Record<string, string | undefined>>;

export const loadTuner = (api: Call, { id = '' }: Params): Promise<Tuner> => api('GET /tuners/:id', { params: { id } });

export const tunerPaths = ({ id }: Pick<Tuner, 'id'>) => ({ base: `/tuner/${id}` });
