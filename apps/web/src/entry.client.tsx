import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { hydratingEvent } from './platform/hydrated.ts';

// In a task of its own: evaluating React already takes a full task.
const start = () =>
  setTimeout(() => {
    window.dispatchEvent(new Event(hydratingEvent));
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <HydratedRouter />
        </StrictMode>,
      );
    });
  });

if (document.documentElement.lang === 'en') start();
else
  void import('./platform/browser-texts.ts').then(({ startTexts }) => startTexts(window.location.pathname)).then(start);
