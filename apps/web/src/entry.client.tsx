import { activeRegionOptions } from '@tuneport/domain/places/regions';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// In a task of its own: evaluating React already takes a full task.
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);

// A page without regional options raises an error that names them, and is shown all the same: it says what to do.
setTimeout(() => activeRegionOptions(window as { readonly trActiveRegionOptions?: unknown }));
