import type { CallReply } from '@tuneport/contract/index';

// Tuners, dealers and affiliates read the same shapes; the tuner's calls are where they are taken from.
export type Earnings = CallReply<'GET /tuners/:id'>['earnings'];
export type Entry = CallReply<'GET /tuners/:id/entries'>['data'][number];
export type ListedTransfer = CallReply<'GET /tuners/:id/transfers'>['data'][number];
export type Transfer = CallReply<'GET /tuners/:id/transfers/:transfer'>;
export type TransferGroup = CallReply<'GET /tuners/:id/transfer-groups/:transfer'>;

/** Where a party's pages are: '/tuner/3'. */
export type PartyPaths = { readonly base: string };
export const transferPath = ({ base }: PartyPaths, id: number): string => `${base}/transfer/${id}`;
export const groupPath = ({ base }: PartyPaths, id: number): string => `${base}/transfer-group/${id}`;
