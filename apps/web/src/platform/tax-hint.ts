import { t } from '@tuneport/domain/text/text';
import { useUi } from './ui-state.ts';

/** Whether the prices of this region contain the tax of the customer's country. */
export const usePricesIncludeTax = (): boolean => useUi()?.settings.prices_include_tax === true;

/** Short hint next to a price; empty where taxes are added at checkout. */
export const useTaxHint = (): string => (usePricesIncludeTax() ? t('incl. VAT') : '');
