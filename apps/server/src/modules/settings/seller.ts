import { t } from '@tuneport/domain/text/text';
import type { SettingsNow } from './known-settings.ts';

/** The company on invoices, statements and remittance advices, with its tax numbers below the address. */
export const sellerOf = ({
  company_name,
  company_address,
  company_tax_ids,
  company_vat_id,
  company_email,
}: SettingsNow) => ({
  name: company_name,
  address: [company_address ?? '', company_tax_ids ?? '', company_vat_id && t('VAT id {id}', { id: company_vat_id })]
    .filter((part) => part !== '')
    .join('\n'),
  email: company_email ?? '',
  vat_id: company_vat_id,
});
