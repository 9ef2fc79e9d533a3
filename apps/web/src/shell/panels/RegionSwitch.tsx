import { t } from '@tuneport/domain/text/text';
import { useUi } from '../../platform/ui-state.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import css from '../frame/Footer.module.css';
import { switchRegion } from './switch-region.ts';

/** Only on a site with more than one region. */
export function RegionSwitch() {
  const settings = useUi()?.settings;
  if (!settings || settings.regions.length < 2) return null;
  return (
    <label className={css.region}>
      <Icon name="globe" />
      <span className="visually-hidden">{t('Catalogue region')}</span>
      <select
        value={settings.region}
        onChange={(event) => {
          const chosen = settings.regions.find((region) => region.id === Number(event.target.value));
          if (chosen) switchRegion(chosen.id, chosen.url);
        }}
      >
        {settings.regions.map((region) => (
          <option key={region.id} value={region.id}>
            {t(region.name)}
          </option>
        ))}
      </select>
    </label>
  );
}
