import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { ParameterSelect } from '../reports/ParameterSelect.tsx';

/** The same period on every tab. */
export function MetricTabs() {
  const [search] = useSearchParams();
  const kept = new URLSearchParams([...search].filter(([name]) => ['range', 'currency', 'zone'].includes(name)));
  const query = kept.size > 0 ? `?${kept}` : '';
  return (
    <Tabs
      label="Metrics"
      tabs={[
        { label: 'Overview', to: `/admin/metrics${query}`, end: true },
        { label: 'Tunes', to: `/admin/metrics/tunes${query}` },
        { label: 'Vehicles', to: `/admin/metrics/vehicles${query}` },
      ]}
    />
  );
}

type Props = { currencies: readonly string[]; currency: string; zone: string };

/** Currency and time zone, in the address. */
export function MetricControls({ currencies, currency, zone }: Props) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set(['UTC', own, zone])];
  return (
    <>
      {currencies.length > 1 ? (
        <ParameterSelect
          label="Currency"
          name="currency"
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      ) : null}
      {zones.length > 1 ? (
        <ParameterSelect
          label="Time zone of the days"
          name="zone"
          value={zone}
          options={zones.map((value) => ({ value, label: value === 'UTC' ? 'Days in UTC' : `Days in ${value}` }))}
        />
      ) : null}
    </>
  );
}
