import type { SaleAmountType, SaleType } from '@tuneport/domain/promotions/sale';
import type { Selectable } from 'kysely';
import type { Alerts, Sales } from '../../platform/db/db.gen.ts';
import { knownSettings, settingGroups, settingNames } from './known-settings.ts';
import type { StoredSettings } from './read-settings.ts';

export type SaleRow = Selectable<Sales>;
export type AlertRow = Selectable<Alerts>;

export const presentSale = (sale: SaleRow) => ({
  id: sale.id,
  start: sale.starts_at,
  end: sale.ends_at,
  type: sale.type as SaleType,
  // The column has two decimals; trailing zeros are removed from percentages.
  amount: sale.amount_type === 'percent' ? sale.amount.replace(/\.?0+$/, '') : sale.amount,
  amountType: sale.amount_type as SaleAmountType,
  name: sale.name,
  description: sale.description,
  code: sale.code,
  countdown: sale.countdown,
});

const runState = (start: Date, end: Date | null, now: Date) => {
  if (end !== null && end <= now) return 'ended' as const;
  return start > now ? ('scheduled' as const) : ('running' as const);
};

export const presentSaleRecord = (sale: SaleRow, now: Date) => ({
  ...presentSale(sale),
  uses_max: sale.uses_max,
  uses: sale.uses,
  state: runState(sale.starts_at, sale.ends_at, now),
  created_at: sale.created_at,
  updated_at: sale.updated_at,
});

export const presentAlertRecord = (alert: AlertRow, now: Date) => ({
  id: alert.id,
  text: alert.text,
  level: alert.level as 'info' | 'good' | 'careful' | 'bad',
  audience: alert.audience as 'everyone' | 'users' | 'dealers' | 'staff',
  start: alert.starts_at,
  end: alert.ends_at,
  state: runState(alert.starts_at, alert.ends_at, now),
  created_at: alert.created_at,
  updated_at: alert.updated_at,
});

const groups = Object.entries(settingGroups).map(([key, label]) => ({
  key,
  label,
  settings: settingNames
    .filter((name) => knownSettings[name].group === key)
    .map((name) => {
      const { label, help, kind, options, superAdmin } = knownSettings[name];
      return {
        name,
        label,
        help,
        kind,
        superadmin: superAdmin === true,
        ...(options ? { options: [...options] } : {}),
      };
    }),
}));

export const presentSettings = ({ values, updatedAt }: StoredSettings) => ({ updated_at: updatedAt, values, groups });
