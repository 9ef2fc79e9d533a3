import { type RegionId, regionNames } from '@tuneport/domain/places/regions';
import { t } from '@tuneport/domain/text/text';
import type { UiState } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

type Props = {
  settings: UiState['settings'];
  /** The other catalogue, and whether something exists only there. */
  region: RegionId;
  needed: boolean;
  onStay: () => void;
  onGo: () => void;
};

export default function RegionQuestion({ settings, region, needed, onStay, onGo }: Props) {
  const named = (id: RegionId) => t(settings.regions.find((one) => one.id === id)?.name ?? regionNames[id]);
  const other = named(region);
  return (
    <Dialog
      open
      onClose={onStay}
      title={t('Catalogue for {region}', { region: other })}
      foot={
        <>
          <Button onClick={onStay}>{t('Stay in {region}', { region: named(settings.region) })}</Button>
          <Button variant="primary" onClick={onGo}>
            {t('Switch to {region}', { region: other })}
          </Button>
        </>
      }
    >
      <p>
        {needed
          ? t('What you requested is only in the catalogue for {region}. Prices and tunes there can differ.', {
              region: other,
            })
          : t(
              'You are viewing the catalogue for {region}, but your clock suggests you may be in {other}. Vehicles, tunes and prices differ between them.',
              { region: named(settings.region), other },
            )}
      </p>
    </Dialog>
  );
}
