import { useSearchParams } from 'react-router';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';

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
  const [, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set(['UTC', own, zone])];
  return (
    <>
      {currencies.length > 1 ? (
        <NativeSelect
          label="Currency"
          hideLabel
          value={currency}
          onChange={(event) => set('currency', event.currentTarget.value)}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      ) : null}
      {zones.length > 1 ? (
        <NativeSelect
          label="Time zone of the days"
          hideLabel
          value={zone}
          onChange={(event) => set('zone', event.currentTarget.value)}
          options={zones.map((value) => ({ value, label: value === 'UTC' ? 'Days in UTC' : `Days in ${value}` }))}
        />
      ) : null}
    </>
  );
}
