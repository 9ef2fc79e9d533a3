import type { Currency } from '@tuneport/domain/money/money';
import type { Context } from '../../platform/http/context.ts';
import { defaultCurrency, settingsOf } from '../settings/index.ts';

/** New deals are in the default currency of the store. */
export const leadCurrency = async ({ platform, region }: Pick<Context, 'platform' | 'region'>): Promise<Currency> =>
  defaultCurrency(await settingsOf(platform), region);
