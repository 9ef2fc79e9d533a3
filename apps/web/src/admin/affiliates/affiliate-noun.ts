import type { Noun } from '../record/noun/noun.ts';
import { nameField, paidFields } from '../record/PartnerEdit.tsx';

export const affiliateNoun: Noun = {
  path: '/v1/admin/affiliates',
  to: '/admin/affiliates',
  one: 'affiliate',
  many: 'Affiliates',
  write: 'affiliates.admin',
  title: (affiliate) => String(affiliate.name),
  fields: [nameField, ...paidFields('For codes created from now on. A code keeps the share it was created with.')],
  blank: { state: 'active', currency: 'CAD', share_percent: '0' },
};
