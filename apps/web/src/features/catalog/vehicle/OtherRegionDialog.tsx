import { type RegionId, regionNames } from '@tuneport/domain/places/regions';
import { t } from '@tuneport/domain/text/text';
import { useUi } from '../../../platform/ui-state.ts';
import { switchRegion } from '../../../shell/panels/switch-region.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';

/** The URL is valid, but the vehicle exists only in the other region's catalogue. */
export function OtherRegionDialog() {
  const settings = useUi()?.settings;
  const other: RegionId = settings?.region === 2 ? 1 : 2;
  const otherRegion = settings?.regions.find((region) => region.id === other);
  const name = t(otherRegion?.name ?? regionNames[other]);
  return (
    <Container>
      <h1 className="visually-hidden">{t('This vehicle is in the catalogue for {name}', { name })}</h1>
      <EmptyState
        art="search"
        title={t('This vehicle is in the catalogue for {name}.', { name })}
        step={
          <>
            <Button variant="primary" onClick={() => switchRegion(other, otherRegion?.url)}>
              {t('Switch to {name}', { name })}
            </Button>
            <ButtonLink to="/catalog">{t('Stay and find another')}</ButtonLink>
          </>
        }
      >
        {t('Vehicles, tunes and prices differ between the two catalogues. Switching does not affect your cart.')}
      </EmptyState>
    </Container>
  );
}
