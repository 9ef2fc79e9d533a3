import type { CallReply } from '@tuneport/contract/index';

// Tuners, dealers and affiliates share these types; they are taken from the tuner's endpoints.
export type Earnings = CallReply<'GET /tuners/:id'>['earnings'];
export type Entry = CallReply<'GET /tuners/:id/entries'>['data'][number];
export type ListedTransfer = CallReply<'GET /tuners/:id/transfers'>['data'][number];
export type Transfer = CallReply<'GET /tuners/:id/transfers/:transfer'>;
export type TransferGroup = CallReply<'GET /tuners/:id/transfer-groups/:transfer'>;

/** Base path of a party's pages, such as '/tuner/3'. */
export type PartyPaths = {
  readonly base: string;
  /** Where its transfers are listed, if not below the base path. */
  readonly transfers?: string;
};
export const transferPath = ({ base }: PartyPaths, id: number): string => `${base}/transfer/${id}`;
export const groupPath = ({ base }: PartyPaths, id: number): string => `${base}/transfer-group/${id}`;
