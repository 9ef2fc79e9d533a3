import { activeRegionOptions } from '@tuneport/domain/regions';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// In a turn of its own: taking up React is enough for one.
setTimeout(() => {
  // Raises an error that names what is missing, instead of a page that shows another region.
  activeRegionOptions(window as { trActiveRegionOptions?: unknown });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
});
