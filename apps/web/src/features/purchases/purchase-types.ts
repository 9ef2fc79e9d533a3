import type { CallReply } from '@tuneport/contract/index';

export type Estimate = CallReply<'POST /v1/catalog/estimate'>;
export type Quote = CallReply<'POST /v1/catalog/quote'>;
export type Bought = CallReply<'POST /v1/catalog/pay'>;
export type Purchase = Bought['purchase'];
export type WireMoney = { readonly amount: string; readonly currency: string };

export const isSome = ({ amount }: WireMoney): boolean => /[1-9]/.test(amount);
